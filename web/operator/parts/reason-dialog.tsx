import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { usePartTexts } from './parts.texts.ts';

/** As the interface has it. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

interface ReasonDialogProps {
  title: string;
  action: string;
  isDestructive?: boolean;
  isReady?: boolean;
  /** What it will do. */
  children?: ReactNode;
  onConfirm: (reason: string) => Promise<void>;
  staysOpen?: boolean;
  onClose: () => void;
}

/** An act that the audit log keeps with the words of whoever did it. Import it lazily: it brings what floats. */
export function ReasonDialog({ children, isReady = true, onConfirm, ...props }: ReasonDialogProps) {
  const { reason: t } = usePartTexts();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      {...props}
      isReady={isReady && reason.trim().length >= MIN_LENGTH}
      onConfirm={() => onConfirm(reason.trim())}
    >
      {children}
      <TextInput
        label={t.label}
        description={t.text}
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
