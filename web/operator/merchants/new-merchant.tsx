import { Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import type { LinkOnce } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';

/** Both ways end in a link that is shown once. Import it lazily: it brings the parts that float. */
export function NewMerchant({ onClose }: { onClose: () => void }) {
  const { begin: t } = useMerchantTexts();
  const { linkText } = usePartTexts();
  const client = useQueryClient();
  const [draft, setDraft] = useState({ name: '', email: '' });
  const [way, setWay] = useState<'create' | 'invite'>('create');
  const [link, setLink] = useState<LinkOnce | null>(null);
  if (link) return <SecretOnce title={t.made} text={linkText} secret={link.url} onClose={onClose} />;
  const begin = async () => {
    const body = { name: draft.name.trim(), email: draft.email.trim() };
    const path = way === 'create' ? '/merchants' : '/merchants/invitations';
    const made = await call<LinkOnce>(path, { method: 'POST', body });
    void client.invalidateQueries({ queryKey: ['merchants'] });
    setLink(made);
  };
  return (
    <ConfirmDialog
      title={t.title}
      action={t.submit}
      isReady={draft.name.trim() !== '' && draft.email.trim() !== ''}
      onConfirm={begin}
      onClose={onClose}
      staysOpen
    >
      <Stack gap="sm">
        <TextInput
          label={t.name}
          autoComplete="off"
          maxLength={120}
          data-autofocus
          value={draft.name}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          value={draft.email}
          onChange={({ currentTarget }) => setDraft({ ...draft, email: currentTarget.value })}
        />
        <Radio.Group label={t.how} value={way} onChange={(next) => setWay(next === 'invite' ? 'invite' : 'create')}>
          <Stack gap="xs" mt="xs">
            <Radio value="create" label={t.create} />
            <Radio value="invite" label={t.invite} />
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
}
