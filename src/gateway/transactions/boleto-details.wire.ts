import type { Registration } from '../../rails/acquirers/boleto.ts';
import { figuresOn, lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { slipOf } from '../payments/amount-due.rules.ts';
import type { Payment, StoredChange } from '../payments/payment.ts';
import { boletoTermsOf } from '../payments/payments.wire.ts';
import { APPROVED, FAILED, PENDING, REFUNDED } from '../payments/status.rules.ts';

/** What details show of a boleto besides what they show of every payment. `today` is a day in São Paulo. */
export function boletoDetails(payment: Payment, today: string) {
  const { registeredAt, ...registration } = registrationOf(payment);
  return {
    ...boletoTermsOf(payment),
    amount_due: amountDueToday(payment, today),
    ...paidFigures(payment),
    registration: { status: registration.status, registered_at: registeredAt, reason: registration.reason },
    requested_change: changeToWire(payment.requested_change),
  };
}

/** The same members of a payment that is no boleto. */
export const NO_BOLETO = {
  fine: null,
  interest: null,
  discounts: null,
  payable_days_after_due: null,
  last_payable_date: null,
  amount_due: null,
  paid_amount: null,
  fine_paid: null,
  interest_paid: null,
  discount_given: null,
  registration: null,
  requested_change: null,
};

function changeToWire(change: StoredChange | null) {
  if (!change) return null;
  const { kind, requestedAt: requested_at } = change;
  return { kind, due_date: change.kind === 'due_date' ? change.dueDate : null, requested_at };
}

type Pending = Pick<Payment, 'status' | 'amount_cents' | 'due_date' | 'boleto_terms'>;

/**
 * Null once nobody can pay it any more. One that is past its last day stays pending for a while, because a bank may
 * yet tell of a payment that was in time.
 */
export function amountDueToday(payment: Pending, today: string): number | null {
  const { status, due_date: dueDate, boleto_terms: terms } = payment;
  if (status !== PENDING || dueDate === null || today > lastPayableDateOf({ dueDate, terms })) return null;
  const slip = slipOf(payment);
  return slip ? figuresOn(slip, today).amountDueCents : payment.amount_cents;
}

type PaidPayment = { status: number } & Pick<
  Payment,
  'amount_cents' | 'paid_cents' | 'fine_paid_cents' | 'interest_paid_cents' | 'discount_given_cents'
>;

/** Null, all of them, until it is paid. */
export function paidFigures(payment: PaidPayment) {
  const isPaid = payment.status === APPROVED || payment.status === REFUNDED;
  if (!isPaid) return { paid_amount: null, fine_paid: null, interest_paid: null, discount_given: null };
  return {
    paid_amount: payment.paid_cents ?? payment.amount_cents,
    fine_paid: payment.fine_paid_cents ?? 0,
    interest_paid: payment.interest_paid_cents ?? 0,
    discount_given: payment.discount_given_cents ?? 0,
  };
}

/** Where its acquirer says nothing of it, a boleto is registered as soon as it is issued. */
function registrationOf(payment: Payment): Omit<Registration, 'registeredAt'> & { registeredAt: string | null } {
  const isPaid = payment.status === APPROVED || payment.status === REFUNDED;
  if (payment.registration && !(isPaid && payment.registration.status === 'WAITING')) return payment.registration;
  if (payment.acquirer_data?.boleto)
    return { status: 'REGISTERED', registeredAt: payment.created_at.toISOString(), reason: null };
  return { status: payment.status === FAILED ? 'REJECTED' : 'WAITING', registeredAt: null, reason: null };
}
