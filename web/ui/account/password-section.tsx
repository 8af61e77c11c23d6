import { Button, Group, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { Section } from '../page/section.tsx';
import { toast } from '../page/toasts.tsx';
import { useUiTexts } from '../ui.texts.ts';
import styles from './settings.module.css';
import { sessionsQuery } from './settings.queries.ts';
import { useSettingsTexts } from './settings.texts.ts';

const EMPTY = { current: '', next: '', again: '' };

/** `text` says what else a new password ends. */
export function PasswordSection({ text }: { text: string }) {
  const { password: t } = useSettingsTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const change = useMutation({
    mutationFn: () =>
      call('/users/me/password', {
        method: 'PUT',
        body: { current_password: fields.current, new_password: fields.next },
      }),
    onSuccess: () => {
      setFields(EMPTY);
      toast(t.changed);
      return client.invalidateQueries(sessionsQuery);
    },
  });
  const errors = useErrors(change.error, fields);
  const isReady = fields.current !== '' && fields.next !== '' && fields.next === fields.again;
  const autoComplete = { current: 'current-password', next: 'new-password', again: 'new-password' };
  return (
    <Section title={t.title}>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <p className={styles.note}>{text}</p>
        {(['current', 'next', 'again'] as const).map((name) => (
          <PasswordInput
            key={name}
            label={t[name]}
            autoComplete={autoComplete[name]}
            value={fields[name]}
            error={errors[name]}
            visibilityToggleButtonProps={{ 'aria-label': ui.showPassword }}
            onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending} disabled={!isReady}>
            {t.submit}
          </Button>
        </Group>
      </form>
    </Section>
  );
}

/** Each at its field; what is about none stands at the first. */
function useErrors(error: unknown, { next, again }: typeof EMPTY): Partial<Record<keyof typeof EMPTY, string>> {
  const { password: t } = useSettingsTexts();
  const textOf = useErrorText();
  const differs = again !== '' && again !== next ? { again: t.differs } : {};
  if (!error) return differs;
  const field = error instanceof ApiFailure ? error.field : undefined;
  if (field === 'new_password') return { ...differs, next: t.weak };
  return { ...differs, current: field === 'current_password' ? t.wrong : textOf(error) };
}
