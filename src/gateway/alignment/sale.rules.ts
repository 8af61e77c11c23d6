import type { Payment } from '../payments/payment.ts';
import type { AcquirerAnswer } from './answer.rules.ts';

/** What an answer says of a payment of ours, once it is known which of the payments it received is the sale. */
export interface AnswerAboutSale {
  /** Without what came by a further payment and went back to whoever had sent it. */
  answer: AcquirerAnswer;
  /** How much came twice and is gone again. */
  returnedDuplicateCents: number;
}

/**
 * One code can be paid several times. The sale is the payment that ours was approved by, which is also the one that
 * we give back; all others are duplicates. A duplicate that was returned has left nothing: neither money nor a refund
 * of the sale.
 */
export function aboutSale(payment: Payment, answer: AcquirerAnswer): AnswerAboutSale {
  const saleId = saleIdOf(payment, answer);
  const returnedDuplicateCents = answer.payments
    .filter(({ endToEndId }) => endToEndId !== saleId)
    .reduce((sum, { refundedAmountCents }) => sum + refundedAmountCents, 0);
  return {
    answer: {
      ...answer,
      amountCents: answer.amountCents - returnedDuplicateCents,
      refundedCents: answer.refundedCents - returnedDuplicateCents,
      medReturns: answer.medReturns.filter(({ endToEndId }) => endToEndId === undefined || endToEndId === saleId),
    },
    returnedDuplicateCents,
  };
}

/** The oldest where the bank no longer lists the one that we know. */
function saleIdOf({ acquirer_data }: Payment, { payments }: AcquirerAnswer): string | undefined {
  const known = payments.find(({ endToEndId }) => endToEndId === acquirer_data?.endToEndId);
  return (known ?? payments[0])?.endToEndId;
}
