import { EntranceFrame } from '../../ui/entrance/entrance-frame.tsx';
import styles from '../../ui/entrance/login.module.css';
import { LoginForm } from '../../ui/entrance/login-form.tsx';
import { nextAddress } from '../../ui/entrance/next-address.ts';
import { useEntranceTexts } from './entrance.texts.ts';

/** Nobody begins here by themselves, and links for a new password come from an administrator. */
export function LoginPage() {
  const t = useEntranceTexts();
  const hasDemo = document.documentElement.dataset['demo'] !== undefined;
  return (
    <EntranceFrame title={t.title}>
      <LoginForm hasDemo={hasDemo} onLoggedIn={() => location.assign(nextAddress(location.search))} />
      <p className={styles.hint}>{t.forgot}</p>
    </EntranceFrame>
  );
}
