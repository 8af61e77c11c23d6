import type { Account } from '../../books/ledger/accounts.rules.ts';
import { postJournal } from '../../books/ledger/post-journal.ts';
import { takeDebitLocks } from '../../books/ledger/take-debit-locks.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { holderOf } from '../payments/holder.rules.ts';
import { lockPayment } from '../payments/payments.sql.ts';
import { listShares } from '../splits/splits.sql.ts';
import { adjustmentJournal, checkBooking } from './booking.rules.ts';
import { MED_REFUND } from './divergence.rules.ts';
import { type Divergence, findDivergence, listKnownDivergences, markBooked } from './divergences.sql.ts';

export interface Booking {
  divergenceId: number;
  from: Account;
  to: Account;
  reason: string;
  by: string;
}

/**
 * Puts the difference of a divergence into the books by one adjusting journal of the operator, and resolves
 * the divergence if it is still open. It holds the lock that every synchronisation takes, so that it books
 * what was seen last.
 */
export async function bookDivergence(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { divergenceId, from, to, reason, by }: Booking,
): Promise<{ divergence: Divergence; amountCents: number }> {
  return withTransaction(deps.db, async (tx) => {
    const found = await findDivergence(tx, divergenceId);
    if (!found) throw new ApiError('DIVERGENCE_NOT_FOUND', `divergence ${divergenceId} does not exist`);
    // The bank's own returns are booked with their refund; all others are judged under the lock.
    if (found.kind === MED_REFUND)
      throw new ApiError('VALIDATION_ERROR', `divergence ${divergenceId} is already in the books`);
    const payment = await lockPayment(tx, found.payment_id);
    const shares = await listShares(tx, payment.id);
    const companyIds = [...new Set([payment, ...shares].map(({ company_id }) => company_id))];
    const known = await listKnownDivergences(tx, found.payment_id);
    const divergence = known.find(({ id }) => id === divergenceId);
    if (!divergence) throw new Error(`divergence ${divergenceId} is not one of payment ${found.payment_id}`);
    const amountCents = checkBooking({ divergence, known, companyIds, from, to });
    // The clock is read under the payment's lock, or under the debit lock where there is one.
    // Not judged: what the acquirer took is gone, whether the company can afford it or not.
    const now = from.companyId === null ? await deps.clock.now(tx) : await takeDebitLocks(deps, tx, [from.companyId]);
    const acquirer = found.acquirer ?? holderOf(payment);
    const cause = { kind: 'adjustment', id: divergenceId, subject: paymentSubject(payment.id), acquirer } as const;
    await postJournal(tx, cause, adjustmentJournal(from, to, amountCents, now), now);
    await recordAudit(deps, tx, {
      merchantId: payment.merchant_id,
      action: 'divergence.booked',
      object: { kind: 'divergence', id: divergenceId },
      details: { transaction_id: payment.id, amount: amountCents, from: from.companyId, to: to.companyId, reason },
    });
    return { divergence: await markBooked(tx, divergenceId, { by, reason, now }), amountCents };
  });
}
