import { ApiError } from '../../ground/errors.ts';
import { isRemovedDocument } from '../customers/removed.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { APPROVED, STATUS_NAMES } from '../payments/status.rules.ts';
import { invalidDestination } from './destination-shape.rules.ts';

/** A destination of its own is for what an acquirer cannot give back: a boleto that was paid. Null: there is none. */
export function refuseUnfitRefund(
  payment: Pick<Payment, 'payment_type' | 'status' | 'customer_document'> | null,
  refundOf: number,
): void {
  if (!payment)
    throw new ApiError('TRANSACTION_NOT_FOUND', `refund_of: transaction ${refundOf} does not exist`, {
      field: 'refund_of',
    });
  if (payment.payment_type !== 'invoice')
    throw invalidDestination('refund_of', 'is no boleto: a PIX is given back to whoever paid it');
  if (payment.status !== APPROVED)
    throw invalidDestination('refund_of', `is ${STATUS_NAMES[payment.status]}: only what was paid is given back`);
  if (isRemovedDocument(payment.customer_document))
    throw invalidDestination('refund_of', 'is of a payer whose data were removed');
}
