import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callSession } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useMaybeSession } from '../../api/logged-in.ts';
import { useUiTexts } from '../ui.texts.ts';
import { useShellTexts } from './shell.texts.ts';

/** Before a sensitive act, of whoever sits in front of a screen that may have been left open. */
export function PasswordDialog({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const { password: t } = useShellTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const session = useMaybeSession();
  const confirm = useMutation({
    mutationFn: () => callSession({ method: 'PUT', body: { password, ...(otp === '' ? {} : { otp }) } }),
    onSuccess: () => onDone(true),
  });
  const { error } = confirm;
  const field = error instanceof ApiFailure ? error.field : undefined;
  // A second factor that was set up elsewhere since is told by the refusal.
  const hasCode = session?.second_factor === true || field === 'otp' || otp !== '';
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
          error={error && field !== 'otp' ? (field === 'password' ? t.wrong : textOf(error)) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': ui.showPassword }}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {hasCode && (
          <TextInput
            label={t.code}
            description={t.codeText}
            autoComplete="one-time-code"
            maxLength={40}
            mt="sm"
            value={otp}
            error={field === 'otp' ? t.codeWrong : undefined}
            onChange={({ currentTarget }) => setOtp(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => onDone(false)}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={password === '' || (hasCode && otp === '')}>
            {t.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
