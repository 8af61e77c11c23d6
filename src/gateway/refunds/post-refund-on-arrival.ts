import { listEntriesOfSubject } from '../../books/ledger/ledger.sql.ts';
import { postJournal } from '../../books/ledger/post-journal.ts';
import { refundJournal, standingsOf } from '../../books/ledger/postings.rules.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import { holderOf } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { allocateRefund } from './refund.rules.ts';
import { insertAcquirerRefund } from './refunds.sql.ts';

export interface RefundOnArrival {
  payment: Payment;
  reference: string;
  at: Date;
}

/**
 * The acquirer reports a payment as refunded before we knew it was paid. Its money has come and gone: all that
 * was paid goes back, nobody is asked whether they can afford it, because nothing was ever theirs. Its approval holds
 * everybody's debit lock.
 */
export async function postRefundOnArrival(tx: Tx, { payment, reference, at }: RefundOnArrival): Promise<number> {
  const refundId = await insertAcquirerRefund(tx, {
    payment,
    reference,
    amountCents: payment.refunded_cents,
    at,
  });
  const subject = paymentSubject(payment.id);
  const standings = standingsOf(await listEntriesOfSubject(tx, subject));
  const legs = allocateRefund({ amountCents: payment.refunded_cents, standings, feeOnRefund: payment.fee_on_refund });
  const journal = refundJournal({ legs, covers: [], ownerCompanyId: payment.company_id, now: at, isConfirmed: true });
  await postJournal(tx, { kind: 'refund', id: refundId, subject, acquirer: holderOf(payment) }, journal, at);
  return refundId;
}
