import type { Details } from './payments.queries.ts';

const DAY_MS = 86_400_000;
const PARTLY_WITHIN_DAYS = 90;

/** How a payment can be given back: which call, how much, and why not in part. */
export interface RefundWay {
  remainingCents: number;
  whyNotPart: 'boleto' | 'old' | null;
}

export function refundWayOf(payment: Details, nowMs: number): RefundWay {
  const underWay = payment.refunds
    .filter(({ status }) => status === 'PROCESSING')
    .reduce((sum, { amount }) => sum + amount, 0);
  const remainingCents = payment.amount - payment.refunded_amount - underWay;
  if (payment.payment_type !== 'pix') return { remainingCents, whyNotPart: 'boleto' };
  const isOld = nowMs - new Date(payment.paid_at ?? payment.created_at).getTime() > PARTLY_WITHIN_DAYS * DAY_MS;
  return { remainingCents, whyNotPart: isOld ? 'old' : null };
}

/** A reversal gives back the whole of an untouched payment of any kind and age; anything else is a PIX refund. */
export function refundKindOf(payment: Details, { whyNotPart }: RefundWay): 'pix_refund' | 'reversal' {
  return whyNotPart === null && payment.payment_type === 'pix' ? 'pix_refund' : 'reversal';
}
