import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import { centsOfText, textOfCents } from '../values/money-text.ts';
import styles from './figure-field.module.css';
import type { Figure } from './late-terms.ts';

interface FigureFieldProps {
  label: string;
  value: Figure;
  onChange: (figure: Figure) => void;
  error?: ReactNode;
}

const UNIT_WIDTH = 60;

/** A percent or an amount: both have two decimals, so both are read alike. */
export function FigureField({ label, value: figure, onChange, error }: FigureFieldProps) {
  const { lateTerms: t, money } = useUiTexts();
  const [text, setText] = useState(figure.value === null ? '' : textOfCents(figure.value));
  const read = (typed: string) => centsOfText(typed.replace('%', ''));
  const isUnreadable = text.trim() !== '' && read(text) === null;
  const isKept = read(text) === figure.value || (figure.value === null && isUnreadable);
  return (
    <TextInput
      label={label}
      value={isKept ? text : figure.value === null ? '' : textOfCents(figure.value)}
      inputMode="decimal"
      autoComplete="off"
      error={error ?? (isUnreadable && isKept ? money.unreadable : undefined)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange({ ...figure, value: read(currentTarget.value) });
      }}
      rightSectionWidth={UNIT_WIDTH}
      rightSection={
        <select
          className={styles.unit}
          aria-label={t.unitOf({ figure: label })}
          value={figure.unit}
          onChange={({ currentTarget }) =>
            onChange({ ...figure, unit: currentTarget.value === 'amount' ? 'amount' : 'percent' })
          }
        >
          <option value="percent">%</option>
          <option value="amount">R$</option>
        </select>
      }
    />
  );
}
