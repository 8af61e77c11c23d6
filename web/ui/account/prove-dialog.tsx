import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { useUiTexts } from '../ui.texts.ts';
import { useSecurityTexts } from './security.texts.ts';

interface ProveDialogProps {
  what: 'disable' | 'recovery-codes';
  onDone: (codes: string[] | null) => void;
  onClose: () => void;
}

/** What weakens a login asks for the password and a code. Import it lazily: it brings the parts that float. */
export function ProveDialog({ what, onDone, onClose }: ProveDialogProps) {
  const { factor: t } = useSecurityTexts();
  const ui = useUiTexts();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const isOff = what === 'disable';
  return (
    <ConfirmDialog
      title={isOff ? t.turnOff : t.newCodes}
      action={isOff ? t.turnOff : t.newCodes}
      isDestructive={isOff}
      isReady={password !== '' && otp !== ''}
      onClose={onClose}
      onConfirm={async () => {
        const path = `/users/me/second-factor/${what}`;
        const answer = await call<{ recovery_codes: string[] } | undefined>(path, {
          method: 'POST',
          body: { password, otp },
        });
        onDone(answer?.recovery_codes ?? null);
      }}
    >
      <Stack gap="sm">
        <p>{isOff ? t.turnOffText : t.newCodesText}</p>
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': ui.showPassword }}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          maxLength={40}
          value={otp}
          onChange={({ currentTarget }) => setOtp(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
