import type { AcquirerRefund } from '../acquirers/acquirer.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listEntriesOfRefund } from '../ledger/ledger.sql.ts';
import { postJournal } from '../ledger/post-journal.ts';
import { refundReversalJournal } from '../ledger/postings.rules.ts';
import {
  confirmRefundOnPayment,
  endRefund,
  findRefund,
  lockPaymentOfRefund,
  type Refund,
  type RefundedPayment,
  releaseRefundOnPayment,
} from './refunds.sql.ts';

export interface SettledRefund {
  status: 'REFUNDED' | 'REFUSED';
  refund: Refund;
  payment: RefundedPayment;
}

/**
 * What the acquirer says of a refund takes effect: confirmed, or given back to whoever paid. Null while it is still under
 * way. Safe to repeat: a refund ends once, and whoever comes second reads how.
 */
export async function settleRefund(deps: Deps, refundId: number, news: AcquirerRefund): Promise<SettledRefund | null> {
  if (news.status === 'PROCESSING') return null;
  const { status } = news;
  return withTransaction(deps.db, async (tx) => {
    const payment = await lockPaymentOfRefund(tx, refundId);
    const now = await deps.clock.now(tx);
    const isFirst = await endRefund(tx, refundId, status, now);
    const refund = (await findRefund(tx, refundId)) as Refund;
    if (!isFirst) return { status: refund.status as SettledRefund['status'], refund, payment };
    if (status === 'REFUNDED') return { status, refund, payment: await confirmRefundOnPayment(tx, payment.id, refund.amount_cents, now) };
    await giveBack(tx, payment, refund, now);
    return { status, refund, payment };
  });
}

async function giveBack(tx: Tx, payment: RefundedPayment, refund: Refund, now: Date): Promise<void> {
  const journal = refundReversalJournal(await listEntriesOfRefund(tx, refund.id));
  await postJournal(tx, { kind: 'refund_refused', id: refund.id, paymentId: payment.id }, journal, now);
  await releaseRefundOnPayment(tx, payment.id, refund.amount_cents);
}
