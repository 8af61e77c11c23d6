import { ApiError } from '../../../ground/errors.ts';
import type { ChargePayment } from '../../../rails/acquirers/acquirer.ts';
import type { ReceivedBoleto } from '../../../rails/acquirers/boleto.ts';
import {
  isPaidThere,
  type KnownDivergence,
  type Position,
  positionThere,
  SIDE_OF,
  standingOf,
  withBookings,
} from '../../divergences/divergence.rules.ts';
import { isAmountDue, receivedCentsOf } from '../../payments/amount-due.rules.ts';
import type { AcquirerData, Payment } from '../../payments/payment.ts';
import { PENDING } from '../../payments/status.rules.ts';
import type { AcquirerAnswer } from '../answer.rules.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';

/** Refuses, and says why, unless this money can be the payment's. */
export function checkBinding(receipt: UnknownReceipt, payment: Payment): void {
  const name = `receipt ${receipt.id}`;
  if (receipt.closed_at) throw refused(`${name} was closed before: ${receipt.reason}`);
  if (receipt.bound_payment_id !== null) throw refused(`${name} is bound to transaction ${receipt.bound_payment_id}`);
  if (receipt.booked_cents !== 0) throw refused(`${name} is in the books`);
  if (receipt.refunded_cents >= receipt.amount_cents) throw refused(`${name} was given back as a whole`);
  if (payment.acquirer !== receipt.acquirer)
    throw refused(`transaction ${payment.id} is of ${payment.acquirer}, ${name} of ${receipt.acquirer}`);
  if (!isAmountDue(payment, receipt.amount_cents, receipt.paid_at))
    throw refused(
      `transaction ${payment.id} is of ${payment.amount_cents} cents, ${name} of ${receipt.amount_cents}` +
        (payment.boleto_terms ? ', which its terms do not explain on the day it was paid' : ''),
    );
}

function refused(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', detail);
}

/**
 * What the bank says about a payment is what it says about the charge, and what it received besides and the
 * operator has bound to it. Of what we gave back ourselves of such a receipt the listing tells only the next day:
 * the bank knows it.
 */
export function withBoundReceipts(
  answer: AcquirerAnswer,
  receipts: readonly UnknownReceipt[],
  ours: { saleId: string | null; refundedCents: number },
): AcquirerAnswer {
  const listed = new Set(answer.payments.map(({ endToEndId }) => endToEndId));
  const added = receipts.filter(({ end_to_end_id }) => !listed.has(end_to_end_id));
  const [first] = added;
  if (!first) return answer;
  const payments = added.map((receipt) => paymentOf(receipt, ours));
  const charge = positionThere(answer);
  const amountCents = charge.receivedCents + sumOf(payments, 'amountCents');
  const refundedCents = charge.refundedCents + sumOf(payments, 'refundedAmountCents');
  const paidStatus = isPaidThere(answer) && answer.status !== 'REFUNDED' ? answer.status : 'PAID';
  return {
    ...answer,
    status: refundedCents < amountCents ? paidStatus : 'REFUNDED',
    amountCents,
    refundedCents,
    isExpired: false,
    paidAt: answer.paidAt ?? first.paid_at,
    received: answer.received ?? creditOf(first),
    data: answer.data && { ...answer.data, endToEndId: answer.data.endToEndId ?? first.end_to_end_id },
    payments: [...answer.payments, ...payments],
  };
}

/** Of a boleto, what its line says of the credit; of what the sum is made, its terms say. */
function creditOf({ amount_cents: paidCents, credit_on: creditOn }: UnknownReceipt): ReceivedBoleto | null {
  const parts = { fineCents: null, interestCents: null, chargesCents: null, discountCents: null };
  return creditOn === null ? null : { paidCents, ...parts, creditOn, by: 'boleto' };
}

function paymentOf(
  { end_to_end_id: endToEndId, amount_cents: amountCents, refunded_cents }: UnknownReceipt,
  { saleId, refundedCents }: { saleId: string | null; refundedCents: number },
): ChargePayment {
  const known = endToEndId === saleId ? Math.max(refunded_cents, refundedCents) : refunded_cents;
  return { endToEndId, amountCents, refundedAmountCents: Math.min(known, amountCents) };
}

function sumOf(payments: readonly ChargePayment[], field: 'amountCents' | 'refundedAmountCents'): number {
  return payments.reduce((sum, payment) => sum + payment[field], 0);
}

/** What we know without asking: how the bank and the books stood at the last look. */
export function asLastSeen(payment: Payment, known: readonly KnownDivergence[]): AcquirerAnswer {
  const { receivedCents, refundedCents } = positionAtLastLook(payment, known);
  const isPaid = receivedCents > 0;
  const unpaidStatus = payment.status === PENDING ? 'WAITING_PAYMENT' : 'CANCELLED';
  const endToEndId = payment.acquirer_data?.endToEndId;
  const sale = { amountCents: receivedCents, refundedAmountCents: refundedCents };
  return {
    status: isPaid ? (refundedCents < receivedCents ? 'PAID' : 'REFUNDED') : unpaidStatus,
    amountCents: isPaid ? receivedCents : payment.amount_cents,
    refundedCents,
    paidAt: payment.paid_at,
    received: null,
    boleto: {},
    isExpired: false,
    data: payment.acquirer_data ?? nothingIssued(payment),
    absentSince: null,
    medReturns: [],
    payments: isPaid && endToEndId ? [{ endToEndId, ...sale }] : [],
  };
}

/** For a payment that the acquirer does not know as a charge: what is bound to it is all there is. */
export function noCharge(payment: Payment): AcquirerAnswer {
  return { ...asLastSeen({ ...payment, status: PENDING, refunded_cents: 0 }, []), status: 'CANCELLED', paidAt: null };
}

function positionAtLastLook(payment: Payment, known: readonly KnownDivergence[]): Position {
  const receivedCents = receivedCentsOf(payment);
  const seen = withBookings({ receivedCents, refundedCents: payment.refunded_cents }, known);
  for (const { kind, gapCents, differenceCents } of standingOf(known)) {
    const cameAndWent = differenceCents === 0;
    if (cameAndWent || SIDE_OF[kind] === 'received') seen.receivedCents += gapCents ?? 0;
    if (cameAndWent || SIDE_OF[kind] === 'refunded') seen.refundedCents += gapCents ?? 0;
  }
  return seen;
}

/** As a bank names a charge that we have asked for by its reference. */
function nothingIssued({ reference, acquirer }: Payment): AcquirerData {
  return { transactionId: reference, endToEndId: null, provider: acquirer, pixQrCode: null, boleto: null };
}
