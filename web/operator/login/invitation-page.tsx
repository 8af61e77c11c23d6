import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OperatorRole } from '../../../src/parties/operators/operator-acts.rules.ts';
import { callEntrance } from '../../api/call.ts';
import { PLACE } from '../../api/place.ts';
import { EMPTY_ACCOUNT, PersonFields } from '../../ui/entrance/account-fields.tsx';
import { EntranceForm } from '../../ui/entrance/entrance-form.tsx';
import { EntranceFrame } from '../../ui/entrance/entrance-frame.tsx';
import { linkToken } from '../../ui/entrance/link-token.ts';
import styles from '../../ui/entrance/login.module.css';
import { useLoginTexts } from '../../ui/entrance/login.texts.ts';
import { useOpenedLink } from '../../ui/entrance/use-opened-link.ts';
import { useSending } from '../../ui/entrance/use-sending.ts';
import { useConsoleTexts } from '../app/console.texts.ts';
import { useEntranceTexts } from './entrance.texts.ts';

interface Invitation {
  email: string;
  name: string | null;
  role: OperatorRole;
}

/** Where the link of an operator's invitation leads: a name and a password, and whoever was invited is in. */
export function InvitationPage() {
  const { invitation: t } = useLoginTexts();
  const { found, problem } = useOpenedLink<Invitation>('/invitation/open');
  return (
    <EntranceFrame title={t.title}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {found && <AcceptForm invitation={found} />}
    </EntranceFrame>
  );
}

function AcceptForm({ invitation: { email, name, role } }: { invitation: Invitation }) {
  const t = useEntranceTexts();
  const { invitation, account } = useLoginTexts();
  const { roles } = useConsoleTexts();
  const [draft, setDraft] = useState({ ...EMPTY_ACCOUNT, name: name ?? '' });
  const sending = useSending();
  const accept = async () => {
    const body = { token: linkToken, name: draft.name, password: draft.password };
    await callEntrance('/invitation', { method: 'POST', body });
    location.assign(PLACE);
  };
  return (
    <>
      <p className={styles.text}>{t.join({ role: roles[role] })}</p>
      <EntranceForm sending={sending} submitLabel={invitation.submit} onSubmit={accept}>
        <TextInput label={account.email} value={email} readOnly autoComplete="username" />
        <PersonFields draft={draft} onChange={setDraft} problemAt={sending.problemAt} />
      </EntranceForm>
    </>
  );
}
