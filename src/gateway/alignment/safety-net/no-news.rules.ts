import type { Payment } from '../../payments/payment.ts';
import { PENDING } from '../../payments/status.rules.ts';
import { type AcquirerAnswer, newlyIssuedData } from '../answer.rules.ts';
import { boletoNewsOf } from '../boleto-news.rules.ts';

/**
 * A payment that waits here waits there, and there is nothing to write: most of what the safety net hears. `payment` is
 * as it was before the acquirer was asked. Should it have moved since, whoever moved it knows more than this answer.
 */
export function tellsNothingNew(payment: Payment, answer: AcquirerAnswer, now: Date): boolean {
  return (
    payment.status === PENDING &&
    answer.status === 'WAITING_PAYMENT' &&
    payment.refunding_cents === 0 &&
    answer.refundedCents === 0 &&
    answer.medReturns.length === 0 &&
    !payment.has_bound_receipts &&
    newlyIssuedData(answer, payment.acquirer_data) === null &&
    boletoNewsOf(payment, answer, now) === null
  );
}
