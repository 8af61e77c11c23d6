import type { EventKind } from './events.rules.ts';

/** The part of JSON Schema that describes these events. */
export interface FieldSchema {
  type: string | readonly string[];
  description: string;
  const?: string;
  format?: string;
  minimum?: number;
  minLength?: number;
}

export interface EventSchema {
  $schema: 'https://json-schema.org/draft/2020-12/schema';
  title: EventKind;
  description: string;
  type: 'object';
  properties: Record<string, FieldSchema>;
  required: readonly string[];
  /** New fields are compatible changes: a receiver ignores what it does not know. */
  additionalProperties: true;
}

const text = (description: string): FieldSchema => ({ type: 'string', minLength: 1, description });
const word = (value: string, description: string): FieldSchema => ({ type: 'string', const: value, description });
const time = (description: string): FieldSchema => ({ type: 'string', format: 'date-time', description });
const cents = (description: string): FieldSchema => ({ type: 'integer', minimum: 0, description });
const number = (description: string): FieldSchema => ({ type: 'integer', minimum: 1, description });
const nullableNumber = (description: string): FieldSchema => ({ type: ['integer', 'null'], minimum: 1, description });

const TRANSACTION_ID = number('the transaction, as in GET /transactions/{id}');

const orderSchema = (status: FieldSchema): Record<string, FieldSchema> => ({
  transaction_id: TRANSACTION_ID,
  order_number: text('unique order number'),
  status,
  amount: cents('total in cents'),
  payment_type: text('pix or invoice (boleto)'),
});

const ADDED_FIELDS: Record<string, FieldSchema> = {
  id: text('of the event; the same in every repeat, and equal to the webhook-id header'),
  created_at: time('when the event was written'),
  company_id: number('the establishment that owns the transaction'),
  sequence: number('rises with each event of the same transaction'),
};

function schemaOf(
  kind: EventKind,
  description: string,
  fields: Record<string, FieldSchema>,
  optional: Record<string, FieldSchema> = {},
): EventSchema {
  const always = { event: word(kind, 'kind of the event'), ...fields };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: kind,
    description,
    type: 'object',
    properties: { ...always, ...optional },
    required: Object.keys(always),
    additionalProperties: true,
  };
}

/** One JSON Schema per kind, written to the docs as it stands here. */
export const EVENT_SCHEMAS: Readonly<Record<EventKind, EventSchema>> = {
  'payment.created': schemaOf('payment.created', 'A payment was created and waits to be paid.', {
    ...orderSchema(word('PENDING', 'status at creation')),
    ...ADDED_FIELDS,
  }),
  'payment.approved': schemaOf('payment.approved', 'A PIX or boleto payment was paid.', {
    ...orderSchema(word('APPROVED', 'the new status')),
    paid_at: time('when the payer paid'),
    ...ADDED_FIELDS,
  }),
  'payment.failed': schemaOf('payment.failed', 'A payment was refused, was cancelled or expired.', {
    ...orderSchema(word('FAILED', 'the new status')),
    ...ADDED_FIELDS,
  }),
  'payment.refunded': schemaOf(
    'payment.refunded',
    'A refund was processed, of the whole amount or of a part.',
    {
      transaction_id: TRANSACTION_ID,
      status: word('REFUNDED', 'the refund is done, partial ones included'),
      refund_amount: cents('of this refund, in cents'),
      refunded_at: time('when the refund was processed'),
      refund_id: nullableNumber('the refund; null when the acquirer reported one that was not asked for here'),
      total_refunded_amount: cents('of all refunds of the transaction so far, in cents'),
      ...ADDED_FIELDS,
    },
    {
      nature: text('only of money that the banks took back: MED_OPERACIONAL, MED_FRAUDE or MED_PIX_AUTOMATICO'),
    },
  ),
  'refund.failed': schemaOf('refund.failed', 'The bank did not make a refund; its money was given back.', {
    transaction_id: TRANSACTION_ID,
    status: word('APPROVED', 'the status, which does not change'),
    refund_id: number('the refund'),
    refund_amount: cents('of this refund, in cents'),
    total_refunded_amount: cents('of all refunds of the transaction so far, in cents; this one is not among them'),
    failed_at: time('when the bank said so'),
    ...ADDED_FIELDS,
  }),
  'divergence.opened': schemaOf(
    'divergence.opened',
    'The acquirer and we disagree about money; a person has to look.',
    {
      ...orderSchema(text('the status, which does not change')),
      divergence_id: number('the divergence, as in GET /divergences'),
      kind: text(
        'LATE_PAYMENT, AMOUNT_MISMATCH, PAYMENT_UNDONE, UNREQUESTED_REFUND, MISSING_REFUND or MED_REFUND, or others',
      ),
      acquirer_status: text('what the acquirer calls it'),
      received_amount: cents('received by our books, in cents'),
      refunded_amount: cents('refunded by our books, in cents'),
      acquirer_received_amount: cents('received by the acquirer, in cents'),
      acquirer_refunded_amount: cents('refunded by the acquirer, in cents'),
      difference: {
        type: 'integer',
        description: 'by how much the acquirer holds more than our books say, in cents; less: negative',
      },
      detected_at: time('when it was seen'),
      ...ADDED_FIELDS,
    },
  ),
  'payment_link.paid_late': schemaOf(
    'payment_link.paid_late',
    'A payment through a link was paid after its place was free for others; it counts all the same.',
    {
      ...orderSchema(word('APPROVED', 'it was paid')),
      payment_link_id: text('the link'),
      paid_count: number('payments of the link that were paid, this one included'),
      max_payments: nullableNumber('as many payments as the link takes; null without a limit'),
      stock: nullableNumber('as many units as the link has; null without a limit'),
      above_maximum: { type: 'boolean', description: 'whether more is sold and held now than the link has' },
      ...ADDED_FIELDS,
    },
  ),
  'receipt.unknown': schemaOf(
    'receipt.unknown',
    'A bank has received payments that belong to no transaction here; a person has to find out whose they are.',
    {
      acquirer: text('the bank'),
      day: { type: 'string', format: 'date', description: 'the day in São Paulo on which they were received' },
      count: number('how many of them had not been seen before'),
      amount: cents('their sum in cents'),
      ...ADDED_FIELDS,
      company_id: { type: 'null', description: 'nobody knows whose they are' },
      sequence: { type: 'null', description: 'they belong to no transaction' },
    },
  ),
  'webhook.test': schemaOf('webhook.test', 'Sent on request, to try an endpoint.', {
    webhook_id: number('the endpoint under test'),
    ...ADDED_FIELDS,
    company_id: nullableNumber('the establishment of the endpoint; null when it serves all of them'),
    sequence: { type: 'null', description: 'a test belongs to no transaction' },
  }),
};
