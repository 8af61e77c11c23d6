import { stretchesOf } from '../../../books/ledger/debit.rules.ts';
import {
  addDays,
  isBusinessDay,
  rollToBusinessDay,
  saoPauloDateOf,
  saoPauloDateTime,
  saoPauloTimeOf,
} from '../../../ground/brazil/calendar.rules.ts';
import { ApiError, type ErrorCode, invalidField } from '../../../ground/errors.ts';
import type { PayoutTerms, Room } from '../terms/payout-terms.rules.ts';
import { firstRunFrom, type ScheduleDays } from './schedule-days.rules.ts';

/** After a restore nothing goes out until the operator has compared; no caller meets it as an error. */
export const STANDSTILL = 'PAYOUTS_STAND_STILL';
/** Why nothing went out. */
export type NotMadeReason = ErrorCode | typeof STANDSTILL;

/** In São Paulo: what settles that day is available by then, and whoever has to approve it is at work. */
const FROM_TIME = '10:00:00';
/** At night banks let less through, and no run is to reach into the next day. */
const UNTIL_TIME = '20:00:00';

const FRIDAY = 5;
const LONGEST_MONTH = 31;

export function refuseOddDay({ rhythm, day }: ScheduleDays): void {
  if (rhythm === 'daily') {
    if (day !== null) throw invalidField('day', 'is for weekly and monthly schedules');
    return;
  }
  const last = rhythm === 'weekly' ? FRIDAY : LONGEST_MONTH;
  if (day === null || !Number.isInteger(day) || day < 1 || day > last)
    throw invalidField('day', `must be a whole number from 1 to ${last}`);
}

/** The day on which something runs at that moment; null outside of the hours and days of runs. */
export function runDayAt(now: Date): string | null {
  const { date, time } = saoPauloTimeOf(now);
  return time >= FROM_TIME && time < UNTIL_TIME && isBusinessDay(date) ? date : null;
}

/** When the runs of a day begin. */
export function startOfRuns(day: string): Date {
  return saoPauloDateTime(`${day}T${FROM_TIME}`);
}

/** When the run comes that is due on that day; what is overdue comes at the next hours of runs. */
export function nextRunOf(dueOn: string, now: Date): string {
  const { date, time } = saoPauloTimeOf(now);
  return rollToBusinessDay(dueOn > date ? dueOn : time < UNTIL_TIME ? date : addDays(date, 1));
}

/**
 * Where a schedule that is set now begins: today only before the runs of today, so that nobody sets one and sees money
 * leave at once; and never on a day that has had its run.
 */
export function firstRunOfNew(days: ScheduleDays, now: Date, lastRunOn: string | null): string {
  const today = saoPauloDateOf(now);
  const earliest = now < startOfRuns(today) ? today : addDays(today, 1);
  return firstRunFrom(days, lastRunOn !== null && lastRunOn >= earliest ? addDays(lastRunOn, 1) : earliest);
}

/**
 * All that is available but for what is kept back and the fee, now and at every later value date. Limits cut it
 * down instead of refusing it: what they leave goes with the next run.
 */
export function scheduledAmount(
  { keepCents, minimumCents }: { keepCents: number; minimumCents: number },
  terms: Pick<PayoutTerms, 'feeCents' | 'minimumCents' | 'mostCents' | 'dayCents'>,
  { outlook, usedTodayCents, now }: Room,
): number {
  const lowestCents = Math.min(...stretchesOf(outlook, [], now).map(({ balanceCents }) => balanceCents));
  const freeCents = lowestCents - keepCents - terms.feeCents;
  const leastCents = Math.max(minimumCents, terms.minimumCents);
  if (freeCents < leastCents)
    throw new ApiError('PAYOUT_BELOW_MINIMUM', `${freeCents} cents are free, and a payout is at least ${leastCents}`);
  const leftTodayCents = terms.dayCents === null ? Number.POSITIVE_INFINITY : terms.dayCents - usedTodayCents;
  const amountCents = Math.min(freeCents, terms.mostCents ?? Number.POSITIVE_INFINITY, leftTodayCents);
  if (amountCents < leastCents)
    throw new ApiError('PAYOUT_LIMIT_EXCEEDED', `the limits leave ${amountCents} cents, less than ${leastCents}`);
  return amountCents;
}
