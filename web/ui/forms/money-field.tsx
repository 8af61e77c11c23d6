import { TextInput } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useUiTexts } from '../ui.texts.ts';
import { centsOfText, textOfCents } from '../values/money-text.ts';

interface MoneyFieldProps {
  label: string;
  /** In cents; null while what stands there is no amount. */
  value: number | null;
  onChange: (cents: number | null) => void;
  error?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
  inputRef?: ComponentPropsWithRef<'input'>['ref'];
}

/** Takes an amount as people write it, and says under the field how it was read. */
export function MoneyField({ label, value, onChange, error, inputRef, ...props }: MoneyFieldProps) {
  const [text, setText] = useState(value === null ? '' : textOfCents(value));
  const t = useUiTexts();
  const { money } = useFormats();
  const isUnreadable = text.trim() !== '' && centsOfText(text) === null;
  const shown = centsOfText(text) === value || value === null ? text : textOfCents(value);
  return (
    <TextInput
      label={label}
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      leftSection="R$"
      description={value !== null && value > 0 ? t.money.reading({ amount: money(value) }) : ' '}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error ?? (isUnreadable ? t.money.unreadable : undefined)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(centsOfText(currentTarget.value));
      }}
      ref={inputRef ?? null}
      {...props}
    />
  );
}
