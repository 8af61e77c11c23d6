import type { Answer } from '@vintem/client';

type Transaction = Answer<'GET /transactions/{id}'>;
/** What decides: the rest of a transaction does not. */
export type State = Pick<Transaction, 'status_payment_name' | 'failure_reason'>;

export type SessionStatus = 'pending_authorization' | 'captured' | 'canceled' | 'error';
export type WebhookAction = 'captured' | 'canceled' | 'failed' | 'not_supported';

/** Events after which a shop has something to do; of all others it has heard already, or it asked for them itself. */
const TELLING = ['payment.approved', 'payment.failed'];

export const isTelling = (event: string): boolean => TELLING.includes(event);

/**
 * `pending_authorization` is Medusa's word for "the order first, the money later": the cart becomes an order, and the
 * payment appears when the money has come. Nothing is ever authorised without being paid, so that what is paid is
 * captured at once. What was given back whole before the shop heard of it is money that nobody has.
 */
export function sessionStatusOf({ status_payment_name: status, failure_reason: reason }: State): SessionStatus {
  switch (status) {
    case 'PENDING':
      return 'pending_authorization';
    case 'APPROVED':
      return 'captured';
    case 'REFUNDED':
      return 'canceled';
    case 'FAILED':
      return reason === 'CANCELLED' ? 'canceled' : 'error';
  }
}

/** What the shop is told after an event: by the state as it is now, because events can overtake each other. */
export function webhookActionOf({ status_payment_name: status, failure_reason: reason }: State): WebhookAction {
  if (status === 'APPROVED') return 'captured';
  if (status === 'FAILED') return reason === 'CANCELLED' ? 'canceled' : 'failed';
  return 'not_supported';
}

/** Whether a payment that the shop no longer wants has to be ended, is over already, or has been paid meanwhile. */
export function endingOf({ status_payment_name: status }: State): 'cancel' | 'nothing' | 'too-late' {
  if (status === 'PENDING') return 'cancel';
  return status === 'APPROVED' ? 'too-late' : 'nothing';
}

/**
 * How money goes back: all of it by a reversal, which every bank has and which has no time limit; a part of it only of
 * a PIX.
 */
export function refundWayOf(
  type: string,
  refundCents: number,
  paymentCents: number,
): 'reversal' | 'pix-refund' | 'impossible' {
  if (refundCents === paymentCents) return 'reversal';
  return type === 'pix' ? 'pix-refund' : 'impossible';
}
