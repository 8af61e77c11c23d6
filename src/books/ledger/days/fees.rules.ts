import { addDays, daysBefore, daysBetween } from '../../../ground/brazil/calendar.rules.ts';
import { invalidField } from '../../../ground/errors.ts';

export interface FeePeriod {
  interval: 'day' | 'month';
  /** Days, or the first days of months; both inclusive. */
  from: string;
  to: string;
}

const MOST_DAYS = 62;
const USUAL_DAYS = 30;
const MOST_MONTHS = 36;
const USUAL_MONTHS = 12;

/** The days or months from the first to the last; the last is today's where it is left out. */
export function feePeriodOf(
  { interval, from, to }: { interval: 'day' | 'month'; from?: string | undefined; to?: string | undefined },
  today: string,
): FeePeriod {
  const last = to ?? today;
  const first = from ?? (interval === 'day' ? daysBefore(last, USUAL_DAYS - 1) : monthsBefore(last, USUAL_MONTHS - 1));
  if (first > last) throw invalidField('from', 'must not be after to');
  if (interval === 'day') {
    if (daysBetween(first, last) >= MOST_DAYS)
      throw invalidField('from', `is too early: at most ${MOST_DAYS} days are shown, or months by interval=month`);
    return { interval, from: first, to: last };
  }
  const period = { interval, from: monthsBefore(first, 0), to: monthsBefore(last, 0) };
  if (period.from < monthsBefore(last, MOST_MONTHS - 1))
    throw invalidField('from', `is too early: at most ${MOST_MONTHS} months are shown`);
  return period;
}

/** The first day of a month: of the day's own, or of one before it. */
function monthsBefore(day: string, months: number): string {
  const first = `${day.slice(0, 7)}-01`;
  return months === 0 ? first : monthsBefore(addDays(first, -1), months - 1);
}

/** What the platform earned, in cents. */
export interface FeeFigures {
  payment_fee_cents: number;
  /** Of them, what went back with refunds. */
  returned_cents: number;
  payout_fee_cents: number;
  /** What operators booked to the platform, or from it. */
  other_cents: number;
}

const NOTHING: FeeFigures = { payment_fee_cents: 0, returned_cents: 0, payout_fee_cents: 0, other_cents: 0 };

export function earnedCents(fees: FeeFigures): number {
  return fees.payment_fee_cents - fees.returned_cents + fees.payout_fee_cents + fees.other_cents;
}

export function addFees(all: readonly FeeFigures[]): FeeFigures {
  return all.reduce<FeeFigures>(
    (sum, fees) => ({
      payment_fee_cents: sum.payment_fee_cents + fees.payment_fee_cents,
      returned_cents: sum.returned_cents + fees.returned_cents,
      payout_fee_cents: sum.payout_fee_cents + fees.payout_fee_cents,
      other_cents: sum.other_cents + fees.other_cents,
    }),
    NOTHING,
  );
}

export interface FeesOf<Key> {
  key: Key;
  fees: FeeFigures;
}

/** Put together by what they belong to, what earned most first; of the same sum in their order. */
export function feesBy<Fees extends FeeFigures, Key extends number | null>(
  all: readonly Fees[],
  keyOf: (fees: Fees) => Key,
): FeesOf<Key>[] {
  const grouped = new Map<Key, Fees[]>();
  for (const fees of all) {
    const own = grouped.get(keyOf(fees));
    if (own) own.push(fees);
    else grouped.set(keyOf(fees), [fees]);
  }
  return [...grouped]
    .map(([key, own]) => ({ key, fees: addFees(own) }))
    .sort((one, other) => earnedCents(other.fees) - earnedCents(one.fees) || (one.key ?? 0) - (other.key ?? 0));
}
