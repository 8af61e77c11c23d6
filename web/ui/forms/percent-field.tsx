import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import { centsOfText, textOfCents } from '../values/money-text.ts';

interface PercentFieldProps {
  label: string;
  /** In hundredths of a percent; undefined while what stands there is none. */
  value: number | undefined;
  onChange: (basisPoints: number | undefined) => void;
  error?: ReactNode;
  disabled?: boolean;
}

const MOST = 10_000;

/** A percent has two decimals, as an amount has: both are read alike. */
export function PercentField({ label, value, onChange, error, disabled = false }: PercentFieldProps) {
  const { percent: t } = useUiTexts();
  const [text, setText] = useState(value === undefined ? '' : textOfCents(value));
  const read = (typed: string) => {
    const found = centsOfText(typed.replace('%', ''));
    return found !== null && found <= MOST ? found : undefined;
  };
  const isKept = read(text) === value;
  return (
    <TextInput
      label={label}
      value={isKept ? text : value === undefined ? text : textOfCents(value)}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      disabled={disabled}
      error={error ?? (value === undefined ? t.unreadable : undefined)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
