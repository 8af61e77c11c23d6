import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callSession } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { ApiFailure } from '../api/failure.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useAppTexts } from './app.texts.ts';

/** Before a secret is shown to whoever sits in front of a screen that was left open. */
export function PasswordDialog({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const { password: t } = useAppTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => callSession({ method: 'PUT', body: { password } }),
    onSuccess: () => onDone(true),
  });
  const isWrong = confirm.error instanceof ApiFailure && confirm.error.field === 'password';
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={t.title}
      zIndex={900}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <p>{t.text}</p>
        <PasswordInput
          label={t.label}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={confirm.error ? (isWrong ? t.wrong : textOf(confirm.error)) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': ui.showPassword }}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => onDone(false)}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={password === ''}>
            {t.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
