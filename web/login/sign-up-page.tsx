import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { callEntrance } from '../api/call.ts';
import { CompanyFields, EMPTY_ACCOUNT, PersonFields } from './account-fields.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { EntranceFrame } from './entrance-frame.tsx';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';
import { useEntranceConfig } from './login-page.tsx';
import { useSending } from './use-sending.ts';

/** A merchant begins here where the service lets anybody begin. */
export function SignUpPage() {
  const { signUp: t, account, back } = useLoginTexts();
  const { sign_up: isOn, isKnown } = useEntranceConfig();
  const [draft, setDraft] = useState(EMPTY_ACCOUNT);
  const sending = useSending();
  const props = { draft, onChange: setDraft, problemAt: sending.problemAt };
  const signUp = async () => {
    await callEntrance('/sign-up', { method: 'POST', body: draft });
    location.assign('/dashboard');
  };
  return (
    <EntranceFrame title={t.title}>
      {isKnown && !isOn && <p className={styles.text}>{t.off}</p>}
      {isOn && (
        <EntranceForm sending={sending} submitLabel={t.submit} onSubmit={signUp}>
          <TextInput
            label={account.email}
            type="email"
            autoComplete="username"
            required
            value={draft.email}
            error={sending.problemAt('email')}
            onChange={({ currentTarget }) => setDraft({ ...draft, email: currentTarget.value })}
          />
          <PersonFields {...props} />
          <CompanyFields {...props} />
        </EntranceForm>
      )}
      <p className={styles.others}>
        <a href="/dashboard/login">{back}</a>
      </p>
    </EntranceFrame>
  );
}
