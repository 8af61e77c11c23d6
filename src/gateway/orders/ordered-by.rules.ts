import type { Payment } from '../payments/payment.ts';

/**
 * Whether the merchant ordered, by the interface or at the dashboard, and not somebody at a public page. Of what was
 * stored before that was kept, a payment that names a link may have come from its page.
 */
export function isOrderedByMerchant(payment: Pick<Payment, 'ordered_by_merchant' | 'payment_link_id'>): boolean {
  return payment.ordered_by_merchant ?? payment.payment_link_id === null;
}
