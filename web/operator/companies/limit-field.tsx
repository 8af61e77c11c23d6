import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { centsOfText, textOfCents } from '../../ui/values/money-text.ts';
import type { Limit } from './rails-draft.ts';

interface LimitFieldProps {
  label: string;
  /** What an empty field means. */
  description: string;
  value: Limit;
  onChange: (limit: Limit) => void;
}

/** An amount that may be left out: what cannot be read is not taken for "no limit". */
export function LimitField({ label, description, value, onChange }: LimitFieldProps) {
  const { money } = useUiTexts();
  const [text, setText] = useState(value ? textOfCents(value) : '');
  const read = (typed: string) => (typed.trim() === '' ? null : (centsOfText(typed) ?? undefined));
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      leftSection="R$"
      error={read(text) === undefined ? money.unreadable : undefined}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
