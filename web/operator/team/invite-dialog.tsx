import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OperatorRole } from '../../../src/parties/operators/operator-acts.rules.ts';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import { RoleField } from './role-field.tsx';
import { useTeamTexts } from './team.texts.ts';

/** Import it lazily: it brings the parts that float. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTeamTexts();
  const { linkText } = usePartTexts();
  const [draft, setDraft] = useState({ email: '', name: '' });
  const [role, setRole] = useState<OperatorRole>('SUPPORT');
  const [url, setUrl] = useState<string | null>(null);
  const email = draft.email.trim();
  if (url !== null) return <SecretOnce title={t.made({ email })} text={linkText} secret={url} onClose={onClose} />;
  const invite = async () => {
    const name = draft.name.trim();
    const body = { email, role, ...(name === '' ? {} : { name }) };
    setUrl((await call<{ url: string }>('/operators/invitations', { method: 'POST', body })).url);
  };
  return (
    <ConfirmDialog
      title={t.inviteTitle}
      action={t.makeLink}
      isReady={email !== ''}
      onConfirm={invite}
      onClose={onClose}
      staysOpen
    >
      <Stack gap="sm">
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          data-autofocus
          value={draft.email}
          onChange={({ currentTarget }) => setDraft({ ...draft, email: currentTarget.value })}
        />
        <TextInput
          label={t.name}
          description={t.nameText}
          autoComplete="off"
          maxLength={120}
          value={draft.name}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <RoleField value={role} onChange={setRole} />
      </Stack>
    </ConfirmDialog>
  );
}
