import type { Payment } from '../../../gateway/payments/payment.ts';
import { STATUS_NAMES } from '../../../gateway/payments/status.rules.ts';

/** A payment in a list: nothing of whoever pays. */
export function foundPayment(payment: Payment) {
  const { id, merchant_id, company_id, order_number, payment_type, acquirer } = payment;
  return {
    id,
    merchant_id,
    company_id,
    order_number,
    status_payment_name: STATUS_NAMES[payment.status],
    amount: payment.amount_cents,
    payment_type,
    acquirer,
    created_at: payment.created_at.toISOString(),
  };
}
