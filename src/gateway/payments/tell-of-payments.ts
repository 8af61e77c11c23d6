import type { Tx } from '../../ground/db/transaction.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import type { ToldEvent } from '../../news/events/event.rules.ts';
import type { EventRow } from '../../news/events/events.sql.ts';
import { type EventDeps, eventRowOf, recordEvents } from '../../news/webhooks/deliveries/record-event.ts';
import { type OrderOfEvent, paymentCreated } from './payments.events.rules.ts';

/** A payment that something is told of; callers hold the lock on its row. */
export interface ToldPayment extends OrderOfEvent {
  merchant_id: number;
  company_id: number;
}

const aboutOf = (payment: ToldPayment) => ({
  subject: paymentSubject(payment.id),
  merchantId: payment.merchant_id,
  companyId: payment.company_id,
});

/**
 * Tells what happened to payments, in the caller's transaction. `payment.created` comes once and first: whichever step
 * is the first to speak about a payment announces it. `at` is business time, as the caller read it.
 */
export function tellOfPayments(
  deps: EventDeps,
  tx: Tx,
  told: readonly { payment: ToldPayment; event: ToldEvent | null }[],
  at: Date,
): Promise<void> {
  const news = told.map(({ payment, event }) => ({
    ...aboutOf(payment),
    announcement: paymentCreated(payment),
    event,
  }));
  return recordEvents(deps, tx, news, at);
}

export function tellOfPayment(
  deps: EventDeps,
  tx: Tx,
  payment: ToldPayment,
  event: ToldEvent,
  at: Date,
): Promise<void> {
  return tellOfPayments(deps, tx, [{ payment, event }], at);
}

/** Makes sure that the payment has been announced. */
export function announcePayment(deps: EventDeps, tx: Tx, payment: ToldPayment, at: Date): Promise<void> {
  return tellOfPayments(deps, tx, [{ payment, event: null }], at);
}

/** `payment.created` as a row, for a statement that writes it only where nobody has spoken about the payment before. */
export function createdEventOf(deps: EventDeps, payment: ToldPayment, at: Date): EventRow {
  return eventRowOf(deps, aboutOf(payment), paymentCreated(payment), 1, at);
}
