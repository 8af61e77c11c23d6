import { Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPES } from '../../../src/parties/accounts/permissions.rules.ts';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { apiKeysQuery } from '../../ui/account/settings.queries.ts';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useKeyTexts } from './api-keys.texts.ts';

/** What may be done with a key, until when and from where; then the key itself, once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useKeyTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [expires, setExpires] = useState('');
  const [addresses, setAddresses] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const places = addresses.split(/[\s,;]+/).filter((address) => address !== '');
      return call<{ key: string }>('/api-keys', {
        method: 'POST',
        body: {
          name: name.trim(),
          scopes,
          ...(expires === '' ? {} : { expires_at: expires }),
          ...(places.length === 0 ? {} : { addresses: places }),
        },
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  if (create.data) return <SecretOnce title={t.made} secret={create.data.key} onClose={onClose} />;
  const field = create.error instanceof ApiFailure ? create.error.field : undefined;
  const errorAt = (wanted: string) => (field?.startsWith(wanted) ? t.wrong[wanted as keyof typeof t.wrong] : undefined);
  return (
    <Modal opened onClose={onClose} title={t.create} closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t.columns.name}
            description={t.nameText}
            maxLength={100}
            data-autofocus
            value={name}
            error={errorAt('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox.Group label={t.columns.scopes} value={scopes} onChange={setScopes}>
            <Stack gap={8} mt={8}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={t.scopes[scope]} description={t.scopeTexts[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label={t.expires}
            type="date"
            value={expires}
            error={errorAt('expires_at')}
            onChange={({ currentTarget }) => setExpires(currentTarget.value)}
          />
          <Textarea
            label={t.addresses}
            description={t.addressesText}
            autosize
            minRows={2}
            maxLength={1_000}
            value={addresses}
            error={errorAt('addresses')}
            onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
          />
          {create.error && !field && <p role="alert">{textOf(create.error)}</p>}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui.back}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
            {t.create}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
