import { readOutlooks } from '../../books/ledger/balances.sql.ts';
import { movementsOf } from '../../books/ledger/debit.rules.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import { withSnapshot } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { payoutJournal, refuseUnaffordable } from './payout-journals.rules.ts';
import { arrivalOf, type PayoutWait, type RailNow, waitOf } from './payout-wait.rules.ts';
import { sumPayoutsSince } from './payouts.sql.ts';
import { type PayoutAsked, type PreparedPayout, preparePayout } from './prepare-payout.ts';
import { standsStill } from './standstill.sql.ts';
import { refuseBeyondLimits, startOfLimitDay } from './terms/payout-terms.rules.ts';

export interface PayoutPreview extends PreparedPayout {
  availableBeforeCents: number;
  availableAfterCents: number;
  /** What it would wait for first. */
  wait: PayoutWait | null;
  /** Null where somebody has to act first. */
  arrivesAt: Date | null;
}

/**
 * What a payout would do now, or why it would be refused: the same rules in the same order on one snapshot, with
 * nothing locked and nothing written. Between the preview and the payout everything may change, so that nothing is
 * promised.
 */
export function simulatePayout(
  deps: Deps & WithAcquirers,
  merchantId: number,
  asked: PayoutAsked,
): Promise<PayoutPreview> {
  return withSnapshot(deps.db, async (snapshot) => {
    const prepared = await preparePayout(deps, snapshot, merchantId, asked);
    const now = await deps.clock.now(snapshot);
    const balances = await judge(snapshot, prepared, now);
    const rail = railOf(deps, prepared) as RailNow;
    const status = prepared.terms.needsApproval ? 'AWAITING_APPROVAL' : 'REQUESTED';
    const trace = { sends: 0, seenAt: null, refusedAt: null, misses: 0 };
    const wait = waitOf({ status, trace, checksDone: 0 }, rail, await standsStill(snapshot));
    return { ...prepared, ...balances, wait, arrivesAt: arrivalOf(wait, rail, now) };
  });
}

async function judge(db: Db, { companyId, amountCents, terms }: PreparedPayout, now: Date) {
  const usedCents =
    terms.dayCents === null ? 0 : (await sumPayoutsSince(db, [companyId], startOfLimitDay(now))).get(companyId);
  refuseBeyondLimits(terms, amountCents, usedCents ?? 0);
  const sums = { companyId, amountCents, feeCents: terms.feeCents };
  const journal = payoutJournal(sums, now);
  const outlook = (await readOutlooks(db, [companyId], now)).get(companyId) as BalanceOutlook;
  refuseUnaffordable(sums, journal, outlook, now);
  const taken = movementsOf(companyId, journal.entries).reduce((sum, entry) => sum + entry.amountCents, 0);
  return {
    availableBeforeCents: outlook.availableCents,
    availableAfterCents: outlook.availableCents + taken,
  };
}

/** Null where its acquirer sends no payouts now. */
export function railOf({ acquirers }: WithAcquirers, { acquirer }: { acquirer: string }): RailNow | null {
  const rail = acquirers.find(acquirer)?.payouts;
  return rail ? { isKeyedByReference: rail.isKeyedByReference, isByHand: rail.isByHand === true } : null;
}
