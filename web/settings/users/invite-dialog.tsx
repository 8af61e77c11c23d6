import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../src/parties/accounts/permissions.rules.ts';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { invitationsQuery, type NewInvitation } from '../../ui/account/settings.queries.ts';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { RoleField } from './role-field.tsx';
import { useUserTexts } from './users.texts.ts';

/** Makes a link, and shows it once where nobody sends it. Import it lazily: it brings the parts that float. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useUserTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('SUPPORT');
  const invite = useMutation({
    mutationFn: () =>
      call<NewInvitation>('/invitations', {
        method: 'POST',
        body: { email: email.trim(), role, ...(name.trim() === '' ? {} : { name: name.trim() }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  if (invite.data) return <Made invitation={invite.data} onClose={onClose} />;
  const isEmailWrong = invite.error instanceof ApiFailure && invite.error.field === 'email';
  return (
    <Modal opened onClose={onClose} title={t.invite} closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t.email}
            type="email"
            autoComplete="off"
            data-autofocus
            value={email}
            error={isEmailWrong ? t.emailWrong : undefined}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <TextInput
            label={t.name}
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <RoleField value={role} onChange={setRole} />
          {invite.error && !isEmailWrong && <p role="alert">{textOf(invite.error)}</p>}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui.back}
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
            {t.makeLink}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Made({ invitation: { email, url, mailed }, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  const t = useUserTexts();
  const ui = useUiTexts();
  const title = t.made({ email });
  if (url !== null) return <SecretOnce title={title} text={t.linkText} secret={url} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': ui.close }}>
      <p role="status">{mailed ? t.mailed({ email }) : t.notMailed}</p>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {ui.close}
        </Button>
      </Group>
    </Modal>
  );
}
