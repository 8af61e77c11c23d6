import type { Acquirer, DailyTotals, TotalsResult } from '../acquirers/acquirer.ts';
import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { sumPaidBetween } from '../payments/totals.sql.ts';
import { readReceived } from './read-received.ts';
import {
  type Comparison,
  findDayToCompare,
  insertReport,
  lockReport,
  markCompared,
  type ReconciliationReport,
  replaceReport,
} from './reconciliation.sql.ts';

/** A day is compared this long after its end: what happened in its last minutes has been reconciled by then. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;
/**
 * Each day the last so many are compared again: a payment that is heard of late is dated into a day that was compared
 * before.
 */
const DAYS_AGAIN = 7;
/** As long as the banks may take a PIX back. */
const RETURN_DAYS = 90;

/**
 * Each day, in whichever process comes first: our totals of the last days beside each acquirer's, kept as reports. An
 * acquirer that gives no totals is left out, and one that is silent holds up no other. Says whether there may be more.
 */
export async function compareDailyTotals(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  let isMore = false;
  for (const acquirer of deps.acquirers.list()) {
    if (await compareOneDay(deps, acquirer, now)) isMore = true;
  }
  return isMore;
}

/** False when no day is due with this acquirer, or it cannot be compared now. */
async function compareOneDay(deps: Deps, acquirer: Acquirer, now: Date): Promise<boolean> {
  if (!acquirer.totals && !acquirer.received) return false;
  const { name } = acquirer;
  const today = saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS));
  const yesterday = addDays(today, -1);
  const day = await findDayToCompare(deps.db, name, { yesterday, today, again: DAYS_AGAIN });
  if (day === null) return false;
  // Yesterday comes once a day: with it, all that was given back of what came in the last ninety days.
  const returns = day === yesterday ? await findReturns(deps, acquirer, now) : null;
  const theirs = returns?.outcome === 'unknown' ? returns : await totalsOf(deps, acquirer, day);
  if (theirs.outcome === 'unknown') {
    deps.log.warn({ acquirer: name, day, reason: theirs.reason }, 'the acquirer gave no totals; asked again later');
    return false;
  }
  const ours = await sumPaidBetween(deps.db, name, startOfSaoPauloDay(day), endOfSaoPauloDay(day));
  await report(deps, { acquirer: name, day, today, ours, theirs: theirs.totals, now });
  return true;
}

/** An acquirer that lists its payments instead of adding them up has them added up here. */
function totalsOf(deps: Deps, acquirer: Acquirer, day: string): Promise<TotalsResult> {
  if (acquirer.totals) return acquirer.totals(day);
  const period = { from: startOfSaoPauloDay(day), to: endOfSaoPauloDay(day), isReturnedOnly: false };
  return readReceived(deps, acquirer, period);
}

/** Null where the acquirer lists nothing: then its notifications and totals tell. */
async function findReturns(deps: Deps, acquirer: Acquirer, now: Date): Promise<TotalsResult | null> {
  if (!acquirer.received) return null;
  const from = startOfSaoPauloDay(addDays(saoPauloDateOf(now), -RETURN_DAYS));
  return readReceived(deps, acquirer, { from, to: now, isReturnedOnly: true });
}

async function report(deps: Deps, comparison: Comparison): Promise<void> {
  const { before, after } = await withTransaction(deps.db, async (tx) => {
    const before = await lockReport(tx, comparison);
    if (!before) return { before, after: await insertReport(tx, comparison) };
    if (!isSame(comparison, before)) return { before, after: await replaceReport(tx, comparison) };
    await markCompared(tx, comparison);
    return { before, after: null };
  });
  // Nothing new is nothing to say, also of a difference: it was told when it was first seen.
  if (!after) return;
  if (before) deps.log.warn({ before, after }, 'the totals of a day that had been compared have changed');
  if (!isEqual(comparison.ours, comparison.theirs))
    deps.log.error({ report: after }, 'our totals differ from the acquirer’s');
}

function isSame({ ours, theirs }: Comparison, reported: ReconciliationReport): boolean {
  const { our_count: count, our_paid_cents: paidCents, our_refunded_cents: refundedCents } = reported;
  const { acquirer_count, acquirer_paid_cents, acquirer_refunded_cents } = reported;
  return (
    isEqual(ours, { count, paidCents, refundedCents }) &&
    isEqual(theirs, { count: acquirer_count, paidCents: acquirer_paid_cents, refundedCents: acquirer_refunded_cents })
  );
}

function isEqual(one: DailyTotals, other: DailyTotals): boolean {
  return one.count === other.count && one.paidCents === other.paidCents && one.refundedCents === other.refundedCents;
}
