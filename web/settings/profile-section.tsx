import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import styles from '../ui/account/settings.module.css';
import { useSettingsTexts } from '../ui/account/settings.texts.ts';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';

export function ProfileSection() {
  const { profile: t } = useSettingsTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const { user, merchant, role } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () => call('/users/me', { method: 'PATCH', body: { name } }),
    onSuccess: () => {
      toast(t.saved);
      return client.invalidateQueries(sessionQuery);
    },
  });
  return (
    <Section title={t.title}>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          label={t.name}
          value={name}
          maxLength={120}
          error={save.error ? textOf(save.error) : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput label={t.email} value={user.email} readOnly />
        <TextInput label={t.merchant} value={merchant.name} readOnly />
        <TextInput label={t.role} value={ui.roles[role]} readOnly />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name === user.name}>
            {ui.save}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
