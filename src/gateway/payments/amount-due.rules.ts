import type { Payment } from './payment.ts';
import { APPROVED, REFUNDED } from './status.rules.ts';

/** What a payer may pay for a payment so that it is paid: no more and no less than this. */
export interface AmountDue {
  leastCents: number;
  mostCents: number;
}

/** Exactly what was ordered, whenever it is paid. */
export function amountDueOf({ amount_cents }: Pick<Payment, 'amount_cents'>): AmountDue {
  return { leastCents: amount_cents, mostCents: amount_cents };
}

export function isAmountDue(payment: Pick<Payment, 'amount_cents'>, receivedCents: number): boolean {
  const { leastCents, mostCents } = amountDueOf(payment);
  return receivedCents >= leastCents && receivedCents <= mostCents;
}

/** What the books say that we have received for a payment. */
export function receivedCentsOf({ status, amount_cents }: Pick<Payment, 'status' | 'amount_cents'>): number {
  return status === APPROVED || status === REFUNDED ? amount_cents : 0;
}
