import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS } from './event-schemas.rules.ts';
import {
  divergenceOpened,
  EVENT_KINDS,
  linkPaidLate,
  paymentApproved,
  paymentCreated,
  paymentFailed,
  paymentRefunded,
  receiptUnknown,
  refundFailed,
  type WebhookEvent,
  webhookTest,
} from './events.rules.ts';

const order = {
  id: 'evt_1',
  createdAt: new Date('2026-03-02T12:00:01.000Z'),
  companyId: 7,
  sequence: 2,
  paymentId: 41,
  orderNumber: 'ORD-41',
  amountCents: 12_345,
  paymentType: 'pix',
};
const added = { id: 'evt_1', created_at: '2026-03-02T12:00:01.000Z', company_id: 7, sequence: 2 };
const refund = {
  id: 'evt_1',
  createdAt: order.createdAt,
  companyId: 7,
  sequence: 2,
  paymentId: 41,
  refundId: 9,
  refundCents: 345,
  totalRefundedCents: 2_345,
  refundedAt: new Date('2026-03-03T09:00:00.000Z'),
  nature: null,
};

const EVENTS: WebhookEvent[] = [
  paymentCreated(order),
  paymentApproved({ ...order, paidAt: new Date('2026-03-02T12:00:00.000Z') }),
  paymentFailed(order),
  paymentRefunded(refund),
  refundFailed({ ...refund, failedAt: new Date('2026-03-03T09:00:01.000Z') }),
  divergenceOpened({
    ...order,
    divergenceId: 5,
    statusName: 'APPROVED',
    acquirerStatus: 'PAID',
    detectedAt: new Date('2026-03-04T10:00:00.000Z'),
    difference: {
      kind: 'UNREQUESTED_REFUND',
      here: { receivedCents: 12_345, refundedCents: 2_000 },
      there: { receivedCents: 12_345, refundedCents: 2_345 },
      differenceCents: -345,
    },
  }),
  linkPaidLate({
    ...order,
    linkId: 'pl_1',
    paidCount: 51,
    maxPayments: 50,
    stock: null,
    isAboveMaximum: true,
  }),
  receiptUnknown({
    id: 'evt_3',
    createdAt: order.createdAt,
    acquirer: 'banco',
    day: '2026-03-01',
    count: 2,
    cents: 1_554,
  }),
  webhookTest({ id: 'evt_2', createdAt: order.createdAt, companyId: null, webhookId: 3 }),
];

describe('payloads (interface, Events)', () => {
  it('payment.approved has the seven fields of the interface at the top, and the additions', () => {
    expect(EVENTS[1]).toEqual({
      event: 'payment.approved',
      transaction_id: 41,
      order_number: 'ORD-41',
      status: 'APPROVED',
      amount: 12_345,
      payment_type: 'pix',
      paid_at: '2026-03-02T12:00:00.000Z',
      ...added,
    });
  });

  it('payment.refunded has the five fields of the interface at the top, and the additions', () => {
    expect(EVENTS[3]).toEqual({
      event: 'payment.refunded',
      transaction_id: 41,
      status: 'REFUNDED',
      refund_amount: 345,
      refunded_at: '2026-03-03T09:00:00.000Z',
      refund_id: 9,
      total_refunded_amount: 2_345,
      ...added,
    });
    expect(paymentRefunded({ ...refund, nature: 'MED_FRAUDE' }).nature).toBe('MED_FRAUDE');
  });

  it('refund.failed tells what was given back', () => {
    expect(EVENTS[4]).toEqual({
      event: 'refund.failed',
      transaction_id: 41,
      status: 'APPROVED',
      refund_id: 9,
      refund_amount: 345,
      total_refunded_amount: 2_345,
      failed_at: '2026-03-03T09:00:01.000Z',
      ...added,
    });
  });

  it('payment.created and payment.failed tell the order and its status', () => {
    const fields = { transaction_id: 41, order_number: 'ORD-41', amount: 12_345, payment_type: 'pix', ...added };
    expect(EVENTS[0]).toEqual({ event: 'payment.created', status: 'PENDING', ...fields });
    expect(EVENTS[2]).toEqual({ event: 'payment.failed', status: 'FAILED', ...fields });
  });

  it('divergence.opened tells the order and the money of both sides', () => {
    expect(EVENTS[5]).toEqual({
      event: 'divergence.opened',
      transaction_id: 41,
      order_number: 'ORD-41',
      status: 'APPROVED',
      amount: 12_345,
      payment_type: 'pix',
      divergence_id: 5,
      kind: 'UNREQUESTED_REFUND',
      acquirer_status: 'PAID',
      received_amount: 12_345,
      refunded_amount: 2_000,
      acquirer_received_amount: 12_345,
      acquirer_refunded_amount: 2_345,
      difference: -345,
      detected_at: '2026-03-04T10:00:00.000Z',
      ...added,
    });
  });

  it('receipt.unknown tells bank, day, how many and how much, and is about nobody in particular', () => {
    expect(EVENTS[7]).toEqual({
      event: 'receipt.unknown',
      acquirer: 'banco',
      day: '2026-03-01',
      count: 2,
      amount: 1_554,
      id: 'evt_3',
      created_at: added.created_at,
      company_id: null,
      sequence: null,
    });
  });

  it('payment_link.paid_late tells the order, the link and whether it has sold too much', () => {
    expect(EVENTS[6]).toEqual({
      event: 'payment_link.paid_late',
      transaction_id: 41,
      order_number: 'ORD-41',
      status: 'APPROVED',
      amount: 12_345,
      payment_type: 'pix',
      payment_link_id: 'pl_1',
      paid_count: 51,
      max_payments: 50,
      stock: null,
      above_maximum: true,
      ...added,
    });
  });

  it('webhook.test belongs to an endpoint and to no transaction', () => {
    expect(EVENTS[8]).toEqual({
      event: 'webhook.test',
      webhook_id: 3,
      id: 'evt_2',
      created_at: added.created_at,
      company_id: null,
      sequence: null,
    });
  });
});

describe('schemas', () => {
  // Formats need a package of their own; times are compared by value above.
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

  it('exist for every kind, and the examples cover every kind', () => {
    expect(Object.keys(EVENT_SCHEMAS)).toEqual([...EVENT_KINDS]);
    expect(EVENTS.map(({ event }) => event)).toEqual([...EVENT_KINDS]);
  });

  it.each(EVENTS.map((event) => [event.event, event] as const))(
    '%s fits its schema, which names each of its fields',
    (kind, event) => {
      const check = ajv.compile(EVENT_SCHEMAS[kind]);
      expect(check(event), ajv.errorsText(check.errors)).toBe(true);
      expect([...EVENT_SCHEMAS[kind].required].sort()).toEqual(Object.keys(event).sort());
      expect(check({ ...event, one_more_field: true })).toBe(true);
      for (const field of Object.keys(event)) expect(check({ ...event, [field]: undefined })).toBe(false);
      expect(check({ ...event, event: 'payment.other' })).toBe(false);
    },
  );

  it('a refund that the acquirer reported by itself has no refund of ours', () => {
    expect(ajv.compile(EVENT_SCHEMAS['payment.refunded'])(paymentRefunded({ ...refund, refundId: null }))).toBe(true);
  });
});
