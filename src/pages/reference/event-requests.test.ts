import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { EXAMPLE_ORDER } from '../../gateway/payments/payments.events.rules.ts';
import { paymentRefunded } from '../../gateway/refunds/refunds.events.rules.ts';
import { EVENT_KINDS } from '../../news/events/event-kinds.rules.ts';
import { EVENT_DESCRIPTIONS, EVENT_SCHEMAS } from './event-requests.ts';

// Formats need a package of their own; times are compared by value beside each event.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

it('every kind is described once, by the room that tells it', () => {
  expect(Object.keys(EVENT_DESCRIPTIONS).sort()).toEqual([...EVENT_KINDS].sort());
  expect(Object.keys(EVENT_SCHEMAS)).toEqual([...EVENT_KINDS]);
  for (const kind of EVENT_KINDS) expect(EVENT_SCHEMAS[kind].title).toBe(kind);
});

it.each(EVENT_KINDS)('%s: its example fits its schema, which names each of its fields', (kind) => {
  const { schema, example } = EVENT_DESCRIPTIONS[kind];
  const check = ajv.compile(schema);
  expect(check(example), ajv.errorsText(check.errors)).toBe(true);
  expect([...schema.required].sort()).toEqual(Object.keys(example).sort());
  expect(check({ ...example, one_more_field: true })).toBe(true);
  for (const field of Object.keys(example)) expect(check({ ...example, [field]: undefined })).toBe(false);
  expect(check({ ...example, event: 'payment.other' })).toBe(false);
  for (const field of Object.values(schema.properties))
    expect(field).toMatchObject({ type: expect.anything(), description: expect.stringMatching(/./) });
});

it('an event about no transaction has no number, and one about a transaction always has', () => {
  for (const kind of ['receipt.unknown', 'webhook.test'] as const)
    expect(EVENT_DESCRIPTIONS[kind].example).toMatchObject({ company_id: null, sequence: null });
  expect(EVENT_SCHEMAS['payment.created'].properties['sequence']?.type).toBe('integer');
  expect(EVENT_DESCRIPTIONS['payment.created'].example['sequence']).toBe(1);
});

it('a refund that the acquirer reported by itself has no refund of ours', () => {
  const refund = {
    refundId: null,
    refundCents: 1,
    totalRefundedCents: 1,
    refundedAt: new Date(),
    nature: 'MED_FRAUDE',
  };
  const { facts } = paymentRefunded(EXAMPLE_ORDER, refund);
  const { schema, example } = EVENT_DESCRIPTIONS['payment.refunded'];
  expect(ajv.compile(schema)({ ...example, ...facts })).toBe(true);
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(facts)));
});
