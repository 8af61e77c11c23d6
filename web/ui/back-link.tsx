import { IconChevronLeft } from '@tabler/icons-react';
import styles from './back-link.module.css';
import { Link } from './link.tsx';

/** Above the title of a record: the list it is of. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.back}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {label}
    </Link>
  );
}
