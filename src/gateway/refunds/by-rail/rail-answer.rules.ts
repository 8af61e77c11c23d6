import type { AcquirerRefund, RefundAnswer } from '../../../rails/acquirers/acquirer.ts';
import type { AcquirerPayout, PayoutAnswer } from '../../../rails/acquirers/payout.ts';

const STATUS_OF: Readonly<Record<AcquirerPayout['status'], AcquirerRefund['status']>> = {
  PROCESSING: 'PROCESSING',
  PAID: 'REFUNDED',
  REFUSED: 'REFUSED',
};

/** What the bank says of money that it sends, as an answer about the refund whose way it is. */
export function answerByRail(answer: PayoutAnswer): RefundAnswer {
  if (answer.outcome !== 'found') return answer;
  const { reference, status, amountCents, endToEndId, paidAt, reason } = answer.payout;
  const refund = { reference, amountCents, reason, refundId: endToEndId ?? reference, refundedAt: paidAt };
  return { outcome: 'found', refund: { ...refund, status: STATUS_OF[status] } };
}

/** What the payer still has of what was sent: all that came back is taken off, and what was never sent is nothing. */
export function keptCentsOf({ status, amountCents, returns }: AcquirerPayout): number {
  if (status === 'REFUSED') return 0;
  return Math.max(0, amountCents - returns.reduce((sum, came) => sum + came.amountCents, 0));
}
