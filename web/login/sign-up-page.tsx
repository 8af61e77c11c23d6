import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { callEntrance } from '../api/call.ts';
import { PLACE } from '../api/place.ts';
import { CompanyFields, EMPTY_ACCOUNT, PersonFields } from '../ui/entrance/account-fields.tsx';
import { EntranceForm } from '../ui/entrance/entrance-form.tsx';
import { EntranceFrame } from '../ui/entrance/entrance-frame.tsx';
import styles from '../ui/entrance/login.module.css';
import { useLoginTexts } from '../ui/entrance/login.texts.ts';
import { useSending } from '../ui/entrance/use-sending.ts';
import { useEntranceConfig } from './login-page.tsx';

/** A merchant begins here where anybody may begin: by a link in a mail where mails are sent, else at once. */
export function SignUpPage() {
  const { signUp: t, account, back } = useLoginTexts();
  const { sign_up: isOn, sign_up_by_mail: isByMail, isKnown } = useEntranceConfig();
  const [draft, setDraft] = useState(EMPTY_ACCOUNT);
  const [isSent, setIsSent] = useState(false);
  const sending = useSending();
  const props = { draft, onChange: setDraft, problemAt: sending.problemAt };
  const signUp = async () => {
    await callEntrance('/sign-up', { method: 'POST', body: isByMail ? { email: draft.email } : draft });
    if (isByMail) setIsSent(true);
    else location.assign(PLACE);
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
        <EntranceForm sending={sending} submitLabel={isByMail ? t.send : t.submit} onSubmit={signUp}>
          {isByMail && <p className={styles.text}>{t.byMail}</p>}
          <TextInput
            label={account.email}
            type="email"
            autoComplete="username"
            required
            value={draft.email}
            error={sending.problemAt('email')}
            onChange={({ currentTarget }) => setDraft({ ...draft, email: currentTarget.value })}
          />
          {!isByMail && <PersonFields {...props} />}
          {!isByMail && <CompanyFields {...props} />}
        </EntranceForm>
      )}
      <p className={styles.others}>
        <a href={`${PLACE}/login`}>{back}</a>
      </p>
    </EntranceFrame>
  );
}
