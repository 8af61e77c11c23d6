import type { AcquirerRefund } from '../acquirers/acquirer.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { recordOddRefund } from '../divergences/record-divergences.ts';
import { listEntriesOfCause, listEntriesOfSubject } from '../ledger/ledger.sql.ts';
import { postJournal } from '../ledger/post-journal.ts';
import {
  isUntilConfirmed,
  refundConfirmationJournal,
  refundReversalJournal,
  standingsOf,
} from '../ledger/postings.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { lockPayment } from '../payments/payments.sql.ts';
import { confirmRefundHold, releaseRefundHold } from '../payments/refund-holds.sql.ts';
import { REFUNDED } from '../payments/status.rules.ts';
import { paymentSubject } from '../subjects/subject.rules.ts';
import { recordEvent } from '../webhooks/deliveries/record-event.ts';
import { endRefund, findRefund, type Refund } from './refunds.sql.ts';

export interface SettledRefund {
  status: 'REFUNDED' | 'REFUSED';
  refund: Refund;
  payment: Payment;
}

/**
 * What the acquirer says of a refund takes effect: confirmed, or given back to whoever paid. Null while it is still
 * under way. Safe to repeat: a refund ends once, and whoever comes second reads how.
 */
export async function settleRefund(
  deps: Deps,
  { id, payment_id }: Pick<Refund, 'id' | 'payment_id'>,
  answer: AcquirerRefund,
): Promise<SettledRefund | null> {
  if (answer.status === 'PROCESSING') return null;
  const { status } = answer;
  return withTransaction(deps.db, async (tx): Promise<SettledRefund> => {
    const payment = await lockPayment(tx, payment_id);
    // Read under the lock: an earlier reading could be older than what the payment's last change was dated with.
    const now = await deps.clock.now(tx);
    const isFirst = await endRefund(tx, id, status, now);
    const refund = (await findRefund(tx, id)) as Refund;
    if (!isFirst) return { status: refund.status as SettledRefund['status'], refund, payment };
    if (status === 'REFUNDED')
      return { status, refund, payment: await confirm(deps, tx, refund, answer.amountCents, now) };
    await giveBack(deps, tx, payment, refund, now);
    return { status, refund, payment };
  });
}

/**
 * Status and books follow what was asked for. Where the acquirer gave back another amount, the difference is a
 * divergence.
 */
async function confirm(deps: Deps, tx: Tx, refund: Refund, givenCents: number, now: Date): Promise<Payment> {
  const payment = await confirmRefundHold(tx, refund.payment_id, refund.amount_cents, now);
  await releaseFees(tx, refund, now);
  await recordEvent(
    deps,
    tx,
    payment,
    {
      kind: 'payment.refunded',
      refundId: refund.id,
      refundCents: refund.amount_cents,
      totalRefundedCents: payment.refunded_cents,
      refundedAt: now,
      nature: null,
    },
    now,
  );
  const oddCents = givenCents - refund.amount_cents;
  if (oddCents !== 0) {
    const statusName = payment.status === REFUNDED ? 'REFUNDED' : 'APPROVED';
    await recordOddRefund(deps, tx, { ...payment, statusName }, oddCents, now);
    deps.log.warn(
      { paymentId: payment.id, refundId: refund.id, oddCents },
      'the acquirer refunded another amount than asked for',
    );
  }
  return payment;
}

/** Fees that the refund returned and that could not be spent until now. */
async function releaseFees(tx: Tx, refund: Refund, now: Date): Promise<void> {
  const entries = await listEntriesOfCause(tx, { kind: 'refund', id: refund.id });
  if (!entries.some(isUntilConfirmed)) return;
  const standings = standingsOf(await listEntriesOfSubject(tx, paymentSubject(refund.payment_id)));
  const journal = refundConfirmationJournal(entries, standings, now);
  await postJournal(
    tx,
    { kind: 'refund_confirmed', id: refund.id, subject: paymentSubject(refund.payment_id) },
    journal,
    now,
  );
}

async function giveBack(deps: Deps, tx: Tx, payment: Payment, refund: Refund, now: Date): Promise<void> {
  const journal = refundReversalJournal(await listEntriesOfCause(tx, { kind: 'refund', id: refund.id }));
  await postJournal(tx, { kind: 'refund_refused', id: refund.id, subject: paymentSubject(payment.id) }, journal, now);
  await releaseRefundHold(tx, payment.id, refund.amount_cents);
  const facts = {
    kind: 'refund.failed',
    refundId: refund.id,
    refundCents: refund.amount_cents,
    totalRefundedCents: payment.refunded_cents,
    failedAt: now,
  } as const;
  await recordEvent(deps, tx, payment, facts, now);
}
