import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { ReceivedBoleto } from '../../rails/acquirers/boleto.ts';
import type { Slip } from '../boleto-terms/figures.rules.ts';
import { isExplained, type ReceivedFigures, receivedFigures } from '../boleto-terms/received.rules.ts';
import type { Payment } from './payment.ts';
import { APPROVED, REFUNDED } from './status.rules.ts';

type Owed = Pick<Payment, 'amount_cents' | 'due_date' | 'boleto_terms'>;

/** The boleto whose figures depend on the day; null: exactly what was ordered is due, whenever it is paid. */
export function slipOf({ amount_cents, due_date, boleto_terms }: Owed): Slip | null {
  return boleto_terms && due_date !== null
    ? { amountCents: amount_cents, dueDate: due_date, terms: boleto_terms }
    : null;
}

/** What a payer may pay so that it is paid: no more and no less. Who paid when is asked only where it matters. */
export function isAmountDue(payment: Owed, receivedCents: number, paidAt: Date | null): boolean {
  const slip = slipOf(payment);
  if (!slip) return receivedCents === payment.amount_cents;
  return paidAt !== null && isExplained(slip, receivedCents, saoPauloDateOf(paidAt));
}

/** What is booked of a received sum; null: exactly the amount. */
export function receivedOf(
  payment: Owed,
  receivedCents: number,
  paidAt: Date,
  told: ReceivedBoleto | null,
): ReceivedFigures | null {
  const slip = slipOf(payment);
  if (!slip || receivedCents === payment.amount_cents) return null;
  const received = receivedFigures(slip, receivedCents, saoPauloDateOf(paidAt), told);
  return received.paidCents === payment.amount_cents ? null : received;
}

type Paid = Pick<Payment, 'status' | 'amount_cents' | 'paid_cents'>;

/** What the books say that we have received for a payment. */
export function receivedCentsOf({ status, amount_cents, paid_cents }: Paid): number {
  return status === APPROVED || status === REFUNDED ? (paid_cents ?? amount_cents) : 0;
}

/** All that can ever be given back: what came beyond the amount stays, and what never came is not given back. */
export function refundableCentsOf({ amount_cents, paid_cents }: Pick<Payment, 'amount_cents' | 'paid_cents'>): number {
  return Math.min(amount_cents, paid_cents ?? amount_cents);
}
