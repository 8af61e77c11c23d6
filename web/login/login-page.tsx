import { useEffect, useState } from 'react';
import { callEntrance } from '../api/call.ts';
import { PLACE } from '../api/place.ts';
import { EntranceFrame } from '../ui/entrance/entrance-frame.tsx';
import styles from '../ui/entrance/login.module.css';
import { useLoginTexts } from '../ui/entrance/login.texts.ts';
import { LoginForm } from '../ui/entrance/login-form.tsx';
import { nextAddress } from '../ui/entrance/next-address.ts';

export function LoginPage() {
  const t = useLoginTexts();
  const hasDemo = document.documentElement.dataset['mode'] === 'sandbox';
  const { sign_up: canSignUp } = useEntranceConfig();
  return (
    <EntranceFrame title={t.title}>
      <LoginForm hasDemo={hasDemo} onLoggedIn={() => location.assign(nextAddress(location.search))} />
      <p className={styles.others}>
        <a href={`${PLACE}/forgot`}>{t.forgot.link}</a>
        {canSignUp && <a href={`${PLACE}/sign-up`}>{t.signUp.link}</a>}
      </p>
    </EntranceFrame>
  );
}

export interface EntranceConfig {
  sign_up: boolean;
  /** The address is to be shown to be one's own first. */
  sign_up_by_mail: boolean;
  password_reset: boolean;
}

/** What this service offers to whoever has no login; nothing until it has said so. */
export function useEntranceConfig(): EntranceConfig & { isKnown: boolean } {
  const [config, setConfig] = useState<EntranceConfig | null>(null);
  useEffect(() => {
    callEntrance<EntranceConfig>('/config').then(setConfig, () => {});
  }, []);
  return { sign_up: false, sign_up_by_mail: false, password_reset: false, ...config, isKnown: config !== null };
}
