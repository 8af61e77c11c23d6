import { TextInput } from '@mantine/core';
import { ApiFailure } from '../../api/failure.ts';
import { useUiTexts } from '../ui.texts.ts';

/** Whether an answer asks for the code of a second factor, or says that it was wrong. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'OTP_REQUIRED' || error.code === 'OTP_INVALID');
}

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
}

/** Shown once the interface has asked for it: only it knows from which amount on. */
export function CodeField({ value, onChange }: CodeFieldProps) {
  const { code: t } = useUiTexts();
  return (
    <TextInput
      label={t.label}
      description={t.text}
      autoComplete="one-time-code"
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
