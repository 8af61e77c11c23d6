import {
  firstRunFrom,
  RHYTHMS,
  runsFrom,
  type ScheduleDays,
} from '../../../src/gateway/payouts/schedule/schedule-days.rules.ts';
import { addDays } from '../../../src/ground/brazil/local-dates.rules.ts';
import { type Destination, mostToPayOut, type PayoutSchedule, type PayoutTerms } from '../../api/payouts.ts';
import type { Establishment } from '../companies.queries.ts';

export const CHOICES = ['manual', ...RHYTHMS] as const;

/** What the schedule of an establishment is shown and changed by. */
export interface ScheduleProps {
  company: Establishment;
  destinations: readonly Destination[];
  schedule: PayoutSchedule;
  terms: PayoutTerms;
}

export interface ScheduleDraft {
  rhythm: (typeof CHOICES)[number];
  weekday: number;
  monthday: number;
  destinationId: number | null;
  minimum: number | null;
  keep: number | null;
}

/** As it is now; what a manual one has no word for begins with what most want. */
export function draftOf({ rhythm, day, destination_id, minimum, keep }: PayoutSchedule, fallback: number | null) {
  const draft: ScheduleDraft = {
    rhythm,
    weekday: rhythm === 'weekly' ? (day ?? 1) : 1,
    monthday: rhythm === 'monthly' ? (day ?? 1) : 1,
    destinationId: destination_id ?? fallback,
    minimum: minimum === 1 ? null : minimum,
    keep: keep === 0 ? null : keep,
  };
  return draft;
}

function daysOf({ rhythm, weekday, monthday }: ScheduleDraft): ScheduleDays | null {
  if (rhythm === 'manual') return null;
  return { rhythm, day: rhythm === 'daily' ? null : rhythm === 'weekly' ? weekday : monthday };
}

/** As the interface takes it; null takes the schedule away. */
export function bodyOf(draft: ScheduleDraft) {
  const days = daysOf(draft);
  if (days === null) return null;
  const { destinationId, minimum, keep } = draft;
  return {
    rhythm: days.rhythm,
    ...(days.day === null ? {} : { day: days.day }),
    destination_id: destinationId,
    minimum: minimum || 1,
    keep: keep ?? 0,
  };
}

const RUNS_SHOWN = 3;

/** The next runs if it were saved now: from tomorrow on once those of today have begun, and never twice on a day. */
export function runsOf(draft: ScheduleDraft, now: { day: string; isBegun: boolean }, lastRunOn: string | undefined) {
  const days = daysOf(draft);
  if (days === null) return [];
  const earliest = now.isBegun ? addDays(now.day, 1) : now.day;
  const from = lastRunOn !== undefined && lastRunOn >= earliest ? addDays(lastRunOn, 1) : earliest;
  return runsFrom(days, firstRunFrom(days, from), RUNS_SHOWN);
}

/** What a run would send with the balance of now; null where that is too little. */
export function figureOf({ minimum, keep }: ScheduleDraft, available: number, terms: PayoutTerms): number | null {
  const amount = mostToPayOut(available - (keep ?? 0), terms);
  return amount > 0 && amount >= Math.max(minimum ?? 1, terms.minimum) ? amount : null;
}
