import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  EXAMPLE_TIME,
  type FieldSchema,
  number,
  text,
  time,
  word,
} from '../../news/events/event-descriptions.rules.ts';
import type { Payment } from './payment.ts';

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
} satisfies Record<string, EventDescription>;
