import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../src/parties/accounts/permissions.rules.ts';
import { callEntrance } from '../api/call.ts';
import { PLACE } from '../api/place.ts';
import { type AccountDraft, CompanyFields, EMPTY_ACCOUNT, PersonFields } from '../ui/entrance/account-fields.tsx';
import { EntranceForm } from '../ui/entrance/entrance-form.tsx';
import { EntranceFrame } from '../ui/entrance/entrance-frame.tsx';
import { linkToken } from '../ui/entrance/link-token.ts';
import styles from '../ui/entrance/login.module.css';
import { useLoginTexts } from '../ui/entrance/login.texts.ts';
import { useOpenedLink } from '../ui/entrance/use-opened-link.ts';
import { useSending } from '../ui/entrance/use-sending.ts';
import { useUiTexts } from '../ui/ui.texts.ts';

interface Invitation {
  kind: 'user' | 'merchant';
  email: string;
  name: string | null;
  role: Role;
  /** Null: whoever signed up says it here. */
  merchant: { name: string | null };
}

/** Where the link of an invitation leads: a name and a password, and whoever was invited is in. */
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

function AcceptForm({ invitation }: { invitation: Invitation }) {
  const { invitation: t, account } = useLoginTexts();
  const { roles } = useUiTexts();
  const { kind, email, merchant } = invitation;
  const [draft, setDraft] = useState<AccountDraft>({
    ...EMPTY_ACCOUNT,
    name: invitation.name ?? '',
    company: { ...EMPTY_ACCOUNT.company, name: kind === 'merchant' ? (merchant.name ?? '') : '' },
  });
  const sending = useSending();
  const props = { draft, onChange: setDraft, problemAt: sending.problemAt };
  const accept = async () => {
    const { name, password, company } = draft;
    await callEntrance('/invitation', {
      method: 'POST',
      body: { token: linkToken, name, password, ...(kind === 'merchant' ? { company } : {}) },
    });
    location.assign(PLACE);
  };
  return (
    <>
      <p className={styles.text}>
        {merchant.name === null && t.beginOwn}
        {merchant.name !== null &&
          (kind === 'merchant'
            ? t.begin({ merchant: merchant.name })
            : t.join({ merchant: merchant.name, role: roles[invitation.role] }))}
      </p>
      <EntranceForm sending={sending} submitLabel={t.submit} onSubmit={accept}>
        <TextInput label={account.email} value={email} readOnly autoComplete="username" />
        <PersonFields {...props} />
        {kind === 'merchant' && <CompanyFields {...props} />}
      </EntranceForm>
    </>
  );
}
