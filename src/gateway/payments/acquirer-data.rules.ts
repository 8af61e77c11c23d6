import type { ChargeAtAcquirer } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from './payment.ts';

/** All that its acquirer may know a payment by. */
export function chargeAtAcquirer(
  payment: Pick<Payment, 'reference' | 'acquirer_data' | 'customer_document' | 'due_date'>,
): ChargeAtAcquirer {
  const { reference, acquirer_data, customer_document: payerDocument, due_date: dueDate } = payment;
  return {
    ...(dueDate !== null && { invoice: { payerDocument, dueDate } }),
    reference,
    transactionId: acquirer_data?.transactionId ?? null,
    endToEndId: acquirer_data?.endToEndId ?? null,
  };
}
