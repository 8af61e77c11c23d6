import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import type { Deps } from '../deps.ts';
import { findLatestReportDay, insertReport, sumPaidBetween } from './reconciliation.sql.ts';

/** A day is compared this long after its end: what happened in its last minutes has been reconciled by then. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;

/** Once per day, in whichever process comes first: our totals of yesterday beside the acquirer's, kept as a report. */
export async function compareDailyTotals(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  const yesterday = addDays(saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS)), -1);
  const latest = await findLatestReportDay(deps.db);
  // One day after the other: a service that was down for a week compares all seven.
  const day = latest === null ? yesterday : addDays(latest, 1);
  if (day > yesterday) return false;
  const theirs = await deps.acquirer.totals(day);
  if (theirs.outcome === 'unknown') {
    deps.log.warn({ day, reason: theirs.reason }, 'the acquirer gave no totals; asked again later');
    return false;
  }
  const ours = await sumPaidBetween(deps.db, startOfSaoPauloDay(day), endOfSaoPauloDay(day));
  const report = await insertReport(deps.db, { day, ours, theirs: theirs.totals, now });
  if (report && !isSame(ours, theirs.totals)) deps.log.error({ report }, 'our totals differ from the acquirer’s');
  return day < yesterday;
}

function isSame<Totals extends object>(ours: Totals, theirs: Totals): boolean {
  return Object.entries(ours).every(([name, value]) => theirs[name as keyof Totals] === value);
}
