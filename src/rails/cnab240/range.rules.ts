import { addDays, daysBetween } from '../../ground/brazil/calendar.rules.ts';

/** The numbers that the bank gave to an account, and how fast they go. */
export interface NumberRange {
  first: number;
  last: number;
  /** Null: none was drawn yet. */
  next: number | null;
  /** About how many the last thirty days have used. */
  usedInMonth: number;
  /** The counter begins anew with the year. */
  isYearly: boolean;
}

export interface RangeState {
  state: 'fine' | 'ends soon' | 'ended';
  left: number;
  /** At the pace of the last thirty days. */
  daysLeft: number;
}

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** A bank takes days to give the next range; whoever asks once a year should hear of it in time. */
const LITTLE_PART = 10;

/**
 * A range ends soon when it will not last for another month, or when less than a tenth of it is left and that will not
 * last for a year. One that nobody uses counts as one number a month. Numbers that begin anew with the year only have
 * to last until then.
 */
export function judgeRange({ first, last, next, usedInMonth, isYearly }: NumberRange, today: string): RangeState {
  const left = Math.max(0, last - Math.max(first, next ?? first) + 1);
  const daysLeft = Math.floor((left * MONTH_DAYS) / Math.max(1, usedInMonth));
  const mustLast = (days: number) => (isYearly ? Math.min(days, daysBetween(today, newYearAfter(today))) : days);
  if (left === 0) return { state: 'ended', left, daysLeft };
  const isLittle = left * LITTLE_PART < last - first + 1;
  const isSoon = daysLeft < mustLast(MONTH_DAYS) || (isLittle && daysLeft < mustLast(YEAR_DAYS));
  return { state: isSoon ? 'ends soon' : 'fine', left, daysLeft };
}

function newYearAfter(today: string): string {
  return addDays(`${today.slice(0, 4)}-12-31`, 1);
}
