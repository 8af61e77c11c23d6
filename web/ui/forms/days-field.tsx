import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';

interface DaysFieldProps {
  label: string;
  /** Undefined while what stands there is no whole number. */
  value: number | undefined;
  onChange: (days: number | undefined) => void;
  disabled?: boolean;
}

const read = (text: string) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : undefined);

export function DaysField({ label, value, onChange, disabled = false }: DaysFieldProps) {
  const { days: t } = useUiTexts();
  const [text, setText] = useState(value === undefined ? '' : String(value));
  return (
    <TextInput
      label={label}
      value={value === undefined || read(text) === value ? text : String(value)}
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      error={value === undefined ? t.unreadable : undefined}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
