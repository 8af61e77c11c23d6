import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  EXAMPLE_TIME,
  type FieldSchema,
  nullableText,
  number,
  text,
  time,
  word,
} from '../../news/events/event-descriptions.rules.ts';
import type { Payment } from './payment.ts';
import type { StatusName } from './status.rules.ts';

/** What an event says about its payment. */
export type OrderOfEvent = Pick<Payment, 'id' | 'order_number' | 'amount_cents' | 'payment_type'>;

export function orderFacts<Status extends string>(payment: OrderOfEvent, status: Status) {
  return {
    transaction_id: payment.id,
    order_number: payment.order_number,
    status,
    amount: payment.amount_cents,
    payment_type: payment.payment_type,
  };
}

/** A payment is announced as it began, even when the acquirer refused it at once: then `payment.failed` follows. */
export const paymentCreated = (payment: OrderOfEvent) =>
  ({ kind: 'payment.created', facts: orderFacts(payment, 'PENDING') }) satisfies ToldEvent;

export const paymentApproved = (payment: OrderOfEvent, paidAt: Date) =>
  ({
    kind: 'payment.approved',
    facts: { ...orderFacts(payment, 'APPROVED'), paid_at: paidAt.toISOString() },
  }) satisfies ToldEvent;

export const paymentFailed = (payment: OrderOfEvent) =>
  ({ kind: 'payment.failed', facts: orderFacts(payment, 'FAILED') }) satisfies ToldEvent;

type BoletoOfEvent = OrderOfEvent & Pick<Payment, 'due_date' | 'requested_change'>;

/** The bank has registered it: it can be paid everywhere now. */
export const boletoRegistered = (payment: BoletoOfEvent, registeredAt: Date) =>
  ({
    kind: 'boleto.registered',
    facts: {
      ...orderFacts(payment, 'PENDING'),
      due_date: payment.due_date,
      registered_at: registeredAt.toISOString(),
    },
  }) satisfies ToldEvent;

/** Another due date, or the bank has been asked for a change, or has answered; or its PIX code came or went. */
export const paymentUpdated = (payment: BoletoOfEvent, status: StatusName) =>
  ({
    kind: 'payment.updated',
    facts: {
      ...orderFacts(payment, status),
      due_date: payment.due_date,
      requested_change: payment.requested_change?.kind ?? null,
    },
  }) satisfies ToldEvent;

export const TRANSACTION_ID = number('the transaction, as in GET /transactions/{id}');

export const orderFields = (status: FieldSchema): Record<string, FieldSchema> => ({
  transaction_id: TRANSACTION_ID,
  order_number: text('unique order number'),
  status,
  amount: cents('total in cents'),
  payment_type: text('pix or invoice (boleto)'),
});

export const EXAMPLE_ORDER: OrderOfEvent = {
  id: 123_456,
  order_number: '20260302-ABCDEFGHJK',
  amount_cents: 12_345,
  payment_type: 'pix',
};

const EXAMPLE_BOLETO: BoletoOfEvent = {
  ...EXAMPLE_ORDER,
  payment_type: 'invoice',
  due_date: '2026-03-20',
  requested_change: null,
};

export const PAYMENT_EVENTS = {
  'payment.created': describeEvent({
    what: 'A payment was created and waits to be paid.',
    fields: orderFields(word('PENDING', 'status at creation')),
    example: paymentCreated(EXAMPLE_ORDER),
    envelope: { sequence: 1 },
  }),
  'payment.approved': describeEvent({
    what: 'A PIX or boleto payment was paid.',
    fields: { ...orderFields(word('APPROVED', 'the new status')), paid_at: time('when the payer paid') },
    example: paymentApproved(EXAMPLE_ORDER, EXAMPLE_TIME),
  }),
  'payment.failed': describeEvent({
    what: 'A payment was refused, was cancelled or expired.',
    fields: orderFields(word('FAILED', 'the new status')),
    example: paymentFailed(EXAMPLE_ORDER),
  }),
  'payment.updated': describeEvent({
    what: 'A boleto changed: its due date, its PIX code, or a change that its bank was asked for or has answered.',
    fields: {
      ...orderFields(text('the status, which has not changed')),
      due_date: text('the due date that counts'),
      requested_change: nullableText('due_date or cancel, while the bank has not answered'),
    },
    example: paymentUpdated(EXAMPLE_BOLETO, 'PENDING'),
  }),
  'boleto.registered': describeEvent({
    what: 'The bank has registered a boleto: from now on every bank takes it.',
    fields: {
      ...orderFields(word('PENDING', 'the status, which has not changed')),
      due_date: text('the due date'),
      registered_at: time('when the bank registered it'),
    },
    example: boletoRegistered(EXAMPLE_BOLETO, EXAMPLE_TIME),
  }),
} satisfies Record<string, EventDescription>;
