import type { PayoutTerms } from '../terms/payout-terms.rules.ts';
import { startOfRuns } from './schedule.rules.ts';
import type { Schedule } from './schedule.sql.ts';
import { runsFrom } from './schedule-days.rules.ts';
import type { ListedRun } from './schedule-runs.sql.ts';

const RUNS_SHOWN = 3;

/** `first` is the day of the next run; null without a schedule. */
export function payoutSchedule(
  companyId: number,
  schedule: Schedule | null,
  first: string | null,
  runs: readonly ListedRun[],
) {
  const days = schedule && first !== null ? runsFrom(schedule, first, RUNS_SHOWN) : [];
  return {
    company_id: companyId,
    rhythm: schedule?.rhythm ?? ('manual' as const),
    day: schedule?.day ?? null,
    destination_id: schedule?.destination_id ?? null,
    minimum: schedule?.minimum_cents ?? null,
    keep: schedule?.keep_cents ?? null,
    next_runs: days.map((day) => ({ day, at: startOfRuns(day).toISOString() })),
    runs: runs.map(({ day, due_on, ran_at, payout_id, amount_cents, status, reason }) => ({
      day,
      due_on,
      ran_at: ran_at.toISOString(),
      payout_id,
      amount: amount_cents,
      status,
      reason,
    })),
  };
}

/** Who sends is the operator's business. */
export function payoutTerms(companyId: number, terms: PayoutTerms, isEnabled: boolean, usedTodayCents: number) {
  return {
    company_id: companyId,
    enabled: isEnabled,
    fee: terms.feeCents,
    minimum: terms.minimumCents,
    limit: terms.mostCents,
    day_limit: terms.dayCents,
    day_used: usedTodayCents,
    to_others: terms.toOthers,
    needs_approval: terms.needsApproval,
  };
}
