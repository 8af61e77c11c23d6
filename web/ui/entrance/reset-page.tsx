import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { callEntrance } from '../../api/call.ts';
import { PLACE } from '../../api/place.ts';
import { NewPasswordField } from './account-fields.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { EntranceFrame } from './entrance-frame.tsx';
import { linkToken } from './link-token.ts';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';
import { useOpenedLink } from './use-opened-link.ts';
import { useSending } from './use-sending.ts';

/** Where the link for a new password leads. It logs nobody in: the login may ask for a code, too. */
export function ResetPage() {
  const { reset: t, account, back } = useLoginTexts();
  const { found, problem } = useOpenedLink<{ email: string }>('/password-reset/open');
  const [password, setPassword] = useState('');
  const [isDone, setIsDone] = useState(false);
  const sending = useSending();
  const change = async () => {
    await callEntrance('/password-reset', { method: 'PUT', body: { token: linkToken, password } });
    setIsDone(true);
  };
  return (
    <EntranceFrame title={t.title}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {isDone && (
        <p role="status" className={styles.text}>
          {t.done}
        </p>
      )}
      {found && !isDone && (
        <EntranceForm sending={sending} submitLabel={t.submit} onSubmit={change}>
          <TextInput label={account.email} value={found.email} readOnly autoComplete="username" />
          <NewPasswordField value={password} error={sending.problemAt('password')} onChange={setPassword} />
        </EntranceForm>
      )}
      <p className={styles.others}>
        <a href={`${PLACE}/login`}>{back}</a>
      </p>
    </EntranceFrame>
  );
}
