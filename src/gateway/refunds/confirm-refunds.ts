import { listEntriesOfCauses } from '../../books/ledger/ledger.sql.ts';
import { isUntilConfirmed } from '../../books/ledger/postings.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from '../payments/payment.ts';
import { lockFreePayments } from '../payments/payments.sql.ts';
import { confirmRefundHolds } from '../payments/refund-holds.sql.ts';
import { tellOfPayments } from '../payments/tell-of-payments.ts';
import { paymentRefunded } from './refunds.events.rules.ts';
import { findRefunds, type Refund, setRefunded } from './refunds.sql.ts';

export type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'poke'>;

export interface RefundToConfirm extends Pick<Refund, 'id' | 'payment_id'> {
  merchantId: number;
}

export interface ConfirmedRefund {
  status: 'REFUNDED';
  refund: Refund;
  payment: Payment;
}

/** The bank has given back just what was asked for: nothing is left to judge. */
export function isPlainConfirmation({ amount_cents }: Refund, answer: RefundAnswer): boolean {
  return (
    answer.outcome === 'found' && answer.refund.status === 'REFUNDED' && answer.refund.amountCents === amount_cents
  );
}

/**
 * Many plain confirmations in one transaction and a handful of statements, each written exactly as it would be alone.
 * Null in place of one that has ended before, that a fee waits for, or whose payment somebody holds: it is settled
 * alone, and nobody waits for it here.
 */
export function confirmRefunds(
  deps: ConfirmDeps,
  asked: readonly RefundToConfirm[],
): Promise<(ConfirmedRefund | null)[]> {
  return withTransaction(deps.db, async (tx) => {
    const locked = await lockFreePayments(
      tx,
      asked.map(({ payment_id }) => payment_id),
    );
    // Read under the locks: an earlier reading could be older than a payment's last change.
    const now = await deps.clock.now(tx);
    const open = await listOpen(
      tx,
      asked.flatMap(({ id, payment_id }) => (locked.has(payment_id) ? [id] : [])),
    );
    if (open.length === 0) return asked.map(() => null);
    const confirmed = await confirm(deps, tx, open, now);
    return asked.map(({ id }) => confirmed.get(id) ?? null);
  });
}

/** Those under way for which no fee waits that would have to be booked. */
async function listOpen(tx: Tx, ids: readonly number[]): Promise<Refund[]> {
  if (ids.length === 0) return [];
  const refunds = await findRefunds(tx, ids);
  const entries = await listEntriesOfCauses(tx, 'refund', ids);
  return refunds.filter(({ id, status }) => status === 'PROCESSING' && !entries.get(id)?.some(isUntilConfirmed));
}

async function confirm(
  deps: ConfirmDeps,
  tx: Tx,
  refunds: readonly Refund[],
  now: Date,
): Promise<Map<number, ConfirmedRefund>> {
  const ended = await setRefunded(
    tx,
    refunds.map(({ id }) => id),
    now,
  );
  const payments = await confirmRefundHolds(
    tx,
    ended.map(({ payment_id, amount_cents }) => ({ paymentId: payment_id, amountCents: amount_cents })),
    now,
  );
  const confirmed = ended.map((refund): ConfirmedRefund => {
    return { status: 'REFUNDED', refund, payment: payments.get(refund.payment_id) as Payment };
  });
  await tellOfPayments(
    deps,
    tx,
    confirmed.map(({ refund, payment }) => ({
      payment,
      event: paymentRefunded(payment, refundedEvent(refund, payment, now)),
    })),
    now,
  );
  return new Map(confirmed.map((each) => [each.refund.id, each]));
}

/** What is told of a refund that we asked for. */
export function refundedEvent(refund: Refund, payment: Payment, refundedAt: Date) {
  return {
    refundId: refund.id,
    refundCents: refund.amount_cents,
    totalRefundedCents: payment.refunded_cents,
    refundedAt,
    nature: null,
  };
}
