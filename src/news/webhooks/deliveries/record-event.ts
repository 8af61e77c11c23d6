import type { Tx } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { paymentSubject } from '../../../ground/subjects/subject.rules.ts';
import {
  type DivergenceEventInput,
  divergenceOpened,
  linkPaidLate,
  type OrderEventInput,
  type PaidLateEventInput,
  paymentApproved,
  paymentCreated,
  paymentFailed,
  paymentRefunded,
  type RefundedEventInput,
  type RefundFailedEventInput,
  receiptUnknown,
  refundFailed,
  type UnknownReceiptsEventInput,
  type WebhookEvent,
} from '../../events/events.rules.ts';
import { type EventRow, lastSequencesOfPayments } from '../../events/events.sql.ts';
import { insertEvents } from './outbox.sql.ts';

/** What an event says about its payment; callers hold the lock on the payment's row. */
export interface EventSubject {
  id: number;
  merchant_id: number;
  company_id: number;
  order_number: string;
  amount_cents: number;
  payment_type: string;
}

/** Its kind, and what only an event of that kind tells; the rest follows from the payment. */
export type EventFacts =
  | { kind: 'payment.created' }
  | { kind: 'payment.approved'; paidAt: Date }
  | { kind: 'payment.failed' }
  | ({ kind: 'payment.refunded' } & Omit<RefundedEventInput, keyof OrderEventInput>)
  | ({ kind: 'refund.failed' } & Omit<RefundFailedEventInput, keyof OrderEventInput>)
  | ({ kind: 'divergence.opened' } & Omit<DivergenceEventInput, keyof OrderEventInput>)
  | ({ kind: 'payment_link.paid_late' } & Omit<PaidLateEventInput, keyof OrderEventInput>);

/** What operations need in order to tell what happened. */
export type EventDeps = Pick<Deps, 'ids' | 'clock' | 'poke'>;

/** Writes an event in the caller's transaction, as `recordEvents` does. */
export function recordEvent(
  deps: EventDeps,
  tx: Tx,
  payment: EventSubject,
  facts: EventFacts,
  at: Date,
): Promise<void> {
  return recordEvents(deps, tx, [{ payment, facts }], at);
}

/**
 * Writes an event for each of these payments in the caller's transaction, and has them sent once that is committed.
 * `payment.created` comes once and first: whichever step is the first to speak about a payment announces it. `at` is
 * business time, as the caller read it.
 */
export async function recordEvents(
  deps: EventDeps,
  tx: Tx,
  told: readonly { payment: EventSubject; facts: EventFacts }[],
  at: Date,
): Promise<void> {
  const last = await lastSequencesOfPayments(
    tx,
    told.map(({ payment }) => payment.id),
  );
  const rows = told.flatMap(({ payment, facts }) => {
    const known = last.get(payment.id) ?? 0;
    const created = known === 0 ? [rowOf(deps, payment, { kind: 'payment.created' }, 1, at)] : [];
    return facts.kind === 'payment.created'
      ? created
      : [...created, rowOf(deps, payment, facts, Math.max(known, 1) + 1, at)];
  });
  if (rows.length === 0) return;
  tx.afterCommit(() => deps.poke('deliver-webhooks'));
  await insertEvents(tx, rows);
}

/** `payment.created` as a row, for a statement that writes it only where nobody has spoken about the payment before. */
export function createdEventOf(deps: EventDeps, payment: EventSubject, at: Date): EventRow {
  return rowOf(deps, payment, { kind: 'payment.created' }, 1, at);
}

function rowOf(deps: EventDeps, payment: EventSubject, facts: EventFacts, sequence: number, at: Date): EventRow {
  const { kind: subject_kind, id: subject_id } = paymentSubject(payment.id);
  const input: OrderEventInput = {
    id: deps.ids.eventId(),
    createdAt: at,
    companyId: payment.company_id,
    sequence,
    paymentId: payment.id,
    orderNumber: payment.order_number,
    amountCents: payment.amount_cents,
    paymentType: payment.payment_type,
  };
  return {
    id: input.id,
    merchant_id: payment.merchant_id,
    company_id: payment.company_id,
    kind: facts.kind,
    payload: JSON.stringify(payloadOf(input, facts)),
    occurred_at: deps.clock.realNow(),
    subject_kind,
    subject_id,
    sequence,
  };
}

/** Writes the event of money that belongs to no payment in the caller's transaction, and has it sent afterwards. */
export async function recordUnknownReceipts(
  deps: EventDeps,
  tx: Tx,
  merchantId: number,
  facts: Omit<UnknownReceiptsEventInput, 'id' | 'createdAt'>,
  at: Date,
): Promise<void> {
  const event = receiptUnknown({ ...facts, id: deps.ids.eventId(), createdAt: at });
  tx.afterCommit(() => deps.poke('deliver-webhooks'));
  await insertEvents(tx, [
    {
      id: event.id,
      merchant_id: merchantId,
      company_id: null,
      kind: event.event,
      payload: JSON.stringify(event),
      occurred_at: deps.clock.realNow(),
      subject_kind: null,
      subject_id: null,
      sequence: null,
    },
  ]);
}

/** The return type makes the compiler ask for every kind of event. */
function payloadOf(input: OrderEventInput, facts: EventFacts): WebhookEvent {
  switch (facts.kind) {
    case 'payment.created':
      return paymentCreated(input);
    case 'payment.approved':
      return paymentApproved({ ...input, paidAt: facts.paidAt });
    case 'payment.failed':
      return paymentFailed(input);
    case 'payment.refunded':
      return paymentRefunded({ ...input, ...facts });
    case 'refund.failed':
      return refundFailed({ ...input, ...facts });
    case 'divergence.opened':
      return divergenceOpened({ ...input, ...facts });
    case 'payment_link.paid_late':
      return linkPaidLate({ ...input, ...facts });
  }
}
