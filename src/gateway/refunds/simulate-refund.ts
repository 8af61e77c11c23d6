import { readOutlooks } from '../../books/ledger/balances.sql.ts';
import { movementsOf } from '../../books/ledger/debit.rules.ts';
import { listEntriesOfSubject } from '../../books/ledger/ledger.sql.ts';
import { refundJournal } from '../../books/ledger/postings.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import { withSnapshot } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import { filterCompaniesOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { findDisputedBoletos } from '../divergences/divergences.sql.ts';
import type { Payment } from '../payments/payment.ts';
import { findPaymentOfMerchant } from '../payments/payments.sql.ts';
import { sumPayoutsSince } from '../payouts/payouts.sql.ts';
import { refuseBeyondLimits, startOfLimitDay } from '../payouts/terms/payout-terms.rules.ts';
import { listShares, type StoredShare } from '../splits/splits.sql.ts';
import type { RefundWay } from './by-rail/refund-way.rules.ts';
import { companiesToLock, coverKnownShortfalls } from './cover.rules.ts';
import { prepareRefund, type RefundAsked } from './prepare-refund.ts';
import { remainingCentsOf } from './refund.rules.ts';
import { type RefundShare, refundSharesOf } from './refund-legs.rules.ts';

export interface RefundPreview {
  amountCents: number;
  /** What could still be refunded afterwards. */
  remainingCents: number;
  refundShares: RefundShare[];
  splitShares: StoredShare[];
  /** What the owner of the payment has available. */
  availableBeforeCents: number;
  availableAfterCents: number;
  /** Companies of others give back a part. Whether they are short is not said: tried often enough, it is a balance. */
  hasLegsOfOthers: boolean;
  ownCompanyIds: number[];
  /** Null: its own acquirer gives it back. */
  way: RefundWay | null;
}

/**
 * What a refund would do now, or why it would be refused: the same rules on one snapshot, with nothing locked and
 * nothing written. Between the preview and the refund everything may change, so that nothing is promised. The balances
 * of other merchants' companies are not even read: a preview costs nothing and can be asked for again and again.
 */
export async function simulateRefund(
  deps: Deps & WithAcquirers,
  merchantId: number,
  asked: RefundAsked,
): Promise<RefundPreview> {
  return withSnapshot(deps.db, async (snapshot) => {
    const now = await deps.clock.now(snapshot);
    const found = await findPaymentOfMerchant(snapshot, merchantId, asked.paymentId);
    const booked = found ? await listEntriesOfSubject(snapshot, paymentSubject(found.id)) : [];
    const isDisputed = found !== null && (await findDisputedBoletos(snapshot, [found])).size > 0;
    const known = found && { payment: found, entries: booked, isDisputed };
    const { payment, amountCents, legs, way } = prepareRefund(deps, known, asked, now);
    const ownerCompanyId = payment.company_id;
    const companyIds = companiesToLock(legs, ownerCompanyId);
    const ownCompanyIds = await filterCompaniesOfMerchant(snapshot, merchantId, companyIds);
    const outlooks = await readOutlooks(snapshot, ownCompanyIds, now);
    if (way?.toOthers) refuseBeyondLimits(way.toOthers, amountCents, await usedTodayCents(snapshot, payment, now));
    const covers = coverKnownShortfalls({ legs, ownerCompanyId, outlooks, now });
    // As the books stand once the acquirer has made it: until then a part of the returned fee may wait.
    const { entries } = refundJournal({ legs, covers, ownerCompanyId, now, isConfirmed: true });
    const availableBeforeCents = outlooks.get(ownerCompanyId)?.availableCents ?? 0;
    const availableNow = movementsOf(ownerCompanyId, entries).filter(({ availableAt }) => availableAt <= now);
    return {
      amountCents,
      remainingCents: remainingCentsOf(payment) - amountCents,
      refundShares: refundSharesOf(entries, now),
      splitShares: await listShares(snapshot, payment.id),
      availableBeforeCents,
      availableAfterCents: availableNow.reduce((sum, entry) => sum + entry.amountCents, availableBeforeCents),
      hasLegsOfOthers: ownCompanyIds.length < companyIds.length,
      ownCompanyIds,
      way,
    };
  });
}

async function usedTodayCents(db: Db, { company_id }: Payment, now: Date): Promise<number> {
  return (await sumPayoutsSince(db, [company_id], startOfLimitDay(now))).get(company_id) ?? 0;
}
