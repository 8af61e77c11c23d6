import { useFormats } from '../i18n/formats.ts';
import { businessNow } from '../ui/business-clock.ts';
import { Link } from '../ui/link.tsx';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';

/** On every page of a sandbox: nothing here is real. */
export function SandboxBar() {
  const { sandbox: t } = useAppTexts();
  const { dateTime } = useFormats();
  return (
    <div className={styles.sandbox}>
      <strong>{t.title}</strong>
      <span>{t.text}</span>
      <Link to="/sandbox">
        {t.clock}: {dateTime(new Date(businessNow()).toISOString())}
      </Link>
    </div>
  );
}
