import { lastListQuery } from '../lists/list-memory.ts';
import styles from './back-link.module.css';
import { IconChevronLeft } from './icons.ts';
import { Link } from './link.tsx';

/** Above the title of a record: the list it is of, filtered as it was left. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} query={lastListQuery(to)} className={styles.back}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {label}
    </Link>
  );
}
