import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { readEpoch } from '../../ground/db/epochs.sql.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { Acquirer, DailyTotals } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { sumPaidBetween } from '../payments/totals.sql.ts';
import { sumRefundedByRail } from '../refunds/by-rail/by-rail.sql.ts';
import type { WithApprovals } from './approvals.ts';
import { type DayRead, readReceived } from './read-received.ts';
import { tellUnknownReceipts } from './receipts/tell-unknown-receipts.ts';
import {
  type Comparison,
  insertReport,
  listDaysToCompare,
  lockReport,
  markCompared,
  type ReconciliationReport,
  replaceReport,
} from './reconciliation.sql.ts';

/** A day is compared this long after its end: what happened in its last minutes has been reconciled by then. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;
/**
 * Each day the last so many are compared again: a payment that is heard of late is dated into a day that
 * was compared before.
 */
const DAYS_AGAIN = 7;
/** After a long pause the rest is left to the next run. */
const DAYS_PER_RUN = 31;

/**
 * Each day, in whichever process comes first: our totals of the last days beside each acquirer's, kept as reports. An
 * acquirer that gives no totals is left out; one that is silent, or a day that cannot be read, holds up no other and is
 * asked for again in the next run. Says whether there may be more.
 */
export async function compareDailyTotals(deps: Deps & WithApprovals & WithAcquirers): Promise<boolean> {
  const now = await deps.clock.now();
  let isMore = false;
  for (const acquirer of deps.acquirers.list()) {
    if (await compareDueDays(deps, acquirer, now)) isMore = true;
  }
  return isMore;
}

async function compareDueDays(
  deps: Deps & WithApprovals & WithAcquirers,
  acquirer: Acquirer,
  now: Date,
): Promise<boolean> {
  if (!acquirer.totals && !acquirer.received) return false;
  const today = saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS));
  // Where nothing was compared yet, what came before yesterday is not ours to ask about; after a restore it may be.
  const first = (await readEpoch(deps.db)) > 0 ? DAYS_AGAIN : 1;
  const due = { yesterday: addDays(today, -1), today, first, again: DAYS_AGAIN, limit: DAYS_PER_RUN };
  const days = await listDaysToCompare(deps.db, acquirer.name, due);
  let compared = 0;
  for (const day of days) if (await compareDay(deps, acquirer, { day, today, now })) compared += 1;
  return days.length === DAYS_PER_RUN && compared > 0;
}

/** False when it cannot be compared now. */
async function compareDay(
  deps: Deps & WithApprovals & WithAcquirers,
  acquirer: Acquirer,
  { day, today, now }: { day: string; today: string; now: Date },
): Promise<boolean> {
  const { name } = acquirer;
  const theirs = await totalsOf(deps, acquirer, day);
  if (theirs.outcome === 'unknown') {
    deps.log.warn({ acquirer: name, day, reason: theirs.reason }, 'the acquirer gave no totals; asked again later');
    return false;
  }
  const [from, to] = [startOfSaoPauloDay(day), endOfSaoPauloDay(day)];
  const all = await sumPaidBetween(deps.db, name, from, to);
  // What goes back by another rail is nothing that this acquirer could know of.
  const ours = { ...all, refundedCents: all.refundedCents - (await sumRefundedByRail(deps.db, name, from, to)) };
  const { unknown } = theirs;
  await report(deps, { acquirer: name, day, today, ours, theirs: theirs.totals, unknown, now });
  if (unknown.listed.length > 0)
    await tellUnknownReceipts(deps, { acquirer: name, day, receipts: unknown.listed, now });
  return true;
}

/** An acquirer that lists its payments instead of adding them up has them added up here. */
async function totalsOf(deps: Deps & WithApprovals & WithAcquirers, acquirer: Acquirer, day: string): Promise<DayRead> {
  if (!acquirer.totals)
    return readReceived(deps, acquirer, { from: startOfSaoPauloDay(day), to: endOfSaoPauloDay(day) });
  const sums = await acquirer.totals(day);
  return sums.outcome === 'found' ? { ...sums, unknown: { count: 0, cents: 0, listed: [] } } : sums;
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

function isSame({ ours, theirs, unknown }: Comparison, reported: ReconciliationReport): boolean {
  const { our_count: count, our_paid_cents: paidCents, our_refunded_cents: refundedCents } = reported;
  const { acquirer_count, acquirer_paid_cents, acquirer_refunded_cents } = reported;
  return (
    unknown.count === reported.unknown_count &&
    unknown.cents === reported.unknown_cents &&
    isEqual(ours, { count, paidCents, refundedCents }) &&
    isEqual(theirs, { count: acquirer_count, paidCents: acquirer_paid_cents, refundedCents: acquirer_refunded_cents })
  );
}

function isEqual(one: DailyTotals, other: DailyTotals): boolean {
  return one.count === other.count && one.paidCents === other.paidCents && one.refundedCents === other.refundedCents;
}
