import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { MAX_REMINDERS } from '../../../src/parties/companies/reminder-limits.rules.ts';
import styles from './reminder-days-field.module.css';

/** What most shops want. Other days, set by a program, are shown beside these. */
const USUAL_DAYS = [-7, -5, -3, -1, 0, 1, 3, 5, 7, 15];

interface ReminderDaysFieldProps {
  label: string;
  description: string;
  /** A day in words, from the due date. */
  dayText: (day: { days: number }) => string;
  error?: ReactNode;
  /** What is stored. */
  before: readonly number[];
  days: readonly number[];
  onChange: (days: number[]) => void;
}

/** On which days payers of boletos are reminded. */
export function ReminderDaysField({ dayText, before, days, onChange, ...props }: ReminderDaysFieldProps) {
  const offered = [...new Set([...USUAL_DAYS, ...before])].sort((one, other) => one - other);
  return (
    <Checkbox.Group {...props} value={days.map(String)} onChange={(values) => onChange(values.map(Number))}>
      <div className={styles.days}>
        {offered.map((one) => (
          <Checkbox
            key={one}
            value={String(one)}
            label={dayText({ days: one })}
            disabled={days.length >= MAX_REMINDERS && !days.includes(one)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
