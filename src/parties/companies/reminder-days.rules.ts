import { invalidField } from '../../ground/errors.ts';
import { MAX_DAYS_APART, MAX_REMINDERS } from './reminder-limits.rules.ts';

const DAY_SHAPE = /^[+-]?\d{1,3}$/;

/** Days from the due date, negative before it, as an operator writes them: `-3,0,3`, or `off`. Null: never. */
export function readReminderDays(text: string): number[] | null {
  if (text.trim() === 'off') return null;
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => DAY_SHAPE.test(part)))
    throw invalidField('reminders', 'must be days from the due date with commas between them, as -3,0,3, or off');
  return checkReminderDays('reminders', parts.map(Number));
}

/** In rising order; null where there are none: then nobody is reminded. */
export function checkReminderDays(field: string, days: readonly number[]): number[] | null {
  if (days.length > MAX_REMINDERS) throw invalidField(field, `has at most ${MAX_REMINDERS} days`);
  for (const day of days) {
    if (!Number.isInteger(day) || Math.abs(day) > MAX_DAYS_APART)
      throw invalidField(field, `must be whole days from -${MAX_DAYS_APART} to ${MAX_DAYS_APART}`);
  }
  // A set knows one zero, whatever stood before it.
  const unique = new Set(days);
  if (unique.size < days.length) throw invalidField(field, 'names a day twice');
  return unique.size === 0 ? null : [...unique].sort((one, other) => one - other);
}
