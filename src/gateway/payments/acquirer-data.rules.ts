import type { ChargeAtAcquirer } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from './payment.ts';

/** All that its acquirer may know a payment by. */
export function chargeAtAcquirer({
  reference,
  acquirer_data,
}: Pick<Payment, 'reference' | 'acquirer_data'>): ChargeAtAcquirer {
  return {
    reference,
    transactionId: acquirer_data?.transactionId ?? null,
    endToEndId: acquirer_data?.endToEndId ?? null,
  };
}
