import { useCan } from '../api/session.ts';
import styles from '../ui/account/settings.module.css';
import { useSettingsTexts } from '../ui/account/settings.texts.ts';
import { useAddress } from '../ui/page/address.ts';
import { Link } from '../ui/page/link.tsx';

const OF_EVERYBODY = [
  { to: '/settings', name: 'profile' },
  { to: '/settings/security', name: 'security' },
] as const;
const OF_OWNERS = [
  { to: '/settings/users', name: 'users' },
  { to: '/settings/api-keys', name: 'keys' },
  { to: '/settings/audit-log', name: 'audit' },
] as const;

/** The pages of the settings; those that only an owner may use are for owners. */
export function SettingsNav() {
  const { pages: t } = useSettingsTexts();
  const { path } = useAddress();
  const isOwner = useCan('manage');
  return (
    <nav className={styles.nav} aria-label={t.label}>
      {[...OF_EVERYBODY, ...(isOwner ? OF_OWNERS : [])].map(({ to, name }) => (
        <Link key={to} to={to} {...(path === to ? { 'aria-current': 'page' } : {})}>
          {t[name]}
        </Link>
      ))}
    </nav>
  );
}
