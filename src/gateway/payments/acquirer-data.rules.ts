import type { ChargeAtAcquirer } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from './payment.ts';

/** All that its acquirer may know a payment by. */
export function chargeAtAcquirer(
  payment: Pick<Payment, 'reference' | 'acquirer_data' | 'customer_document' | 'due_date' | 'requested_change'>,
): ChargeAtAcquirer {
  const { reference, acquirer_data, customer_document: payerDocument, due_date: dueDate } = payment;
  const change = changeAtAcquirer(payment.requested_change);
  return {
    ...(dueDate !== null && { invoice: { payerDocument, dueDate } }),
    ...(change && { change }),
    reference,
    transactionId: acquirer_data?.transactionId ?? null,
    endToEndId: acquirer_data?.endToEndId ?? null,
  };
}

function changeAtAcquirer(change: Payment['requested_change']): ChargeAtAcquirer['change'] {
  return change?.kind === 'due_date' && change.changeId !== undefined
    ? { id: change.changeId, dueDate: change.dueDate }
    : undefined;
}
