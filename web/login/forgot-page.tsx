import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { callEntrance } from '../api/call.ts';
import { PLACE } from '../api/place.ts';
import { EntranceForm } from '../ui/entrance/entrance-form.tsx';
import { EntranceFrame } from '../ui/entrance/entrance-frame.tsx';
import styles from '../ui/entrance/login.module.css';
import { useLoginTexts } from '../ui/entrance/login.texts.ts';
import { useSending } from '../ui/entrance/use-sending.ts';
import { useEntranceConfig } from './login-page.tsx';

/** Asks for a link by e-mail. Whether there is such an account, it does not say. */
export function ForgotPage() {
  const { forgot: t, account, back } = useLoginTexts();
  const { password_reset: isOn, isKnown } = useEntranceConfig();
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const sending = useSending();
  const ask = async () => {
    await callEntrance('/password-reset', { method: 'POST', body: { email } });
    setIsSent(true);
  };
  return (
    <EntranceFrame title={t.title}>
      {isKnown && !isOn && <p className={styles.text}>{t.off}</p>}
      {isSent && (
        <p role="status" className={styles.text}>
          {t.sent}
        </p>
      )}
      {isOn && !isSent && (
        <EntranceForm sending={sending} submitLabel={t.submit} onSubmit={ask}>
          <p className={styles.text}>{t.text}</p>
          <TextInput
            label={account.email}
            type="email"
            autoComplete="username"
            required
            value={email}
            error={sending.problemAt('email')}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </EntranceForm>
      )}
      <p className={styles.others}>
        <a href={`${PLACE}/login`}>{back}</a>
      </p>
    </EntranceFrame>
  );
}
