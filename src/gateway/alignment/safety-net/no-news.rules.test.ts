import { expect, test } from 'vitest';
import type { Payment } from '../../payments/payment.ts';
import type { AcquirerAnswer } from '../answer.rules.ts';
import { tellsNothingNew } from './no-news.rules.ts';

const NOW = new Date('2026-11-17T12:00:00Z');
const data = { transactionId: 'txn_1', endToEndId: null, provider: 'bank', pixQrCode: '00020126', boleto: null };
const payment = {
  ...{ status: 1, payment_type: 'pix', amount_cents: 10_000, refunded_cents: 0, refunding_cents: 0 },
  ...{ has_bound_receipts: false, acquirer_data: data, registration: null, requested_change: null },
} as unknown as Payment;
const answer = {
  ...{ status: 'WAITING_PAYMENT', amountCents: 0, refundedCents: 0, medReturns: [], payments: [], boleto: {}, data },
} as unknown as AcquirerAnswer;

test('of a payment that waits, and was known as the answer tells it, there is nothing to write', () => {
  expect(tellsNothingNew(payment, answer, NOW)).toBe(true);
  expect(tellsNothingNew(payment, { ...answer, data: null }, NOW)).toBe(true);
});

test.each<[string, Partial<AcquirerAnswer>]>([
  ['it is paid', { status: 'PAID' }],
  ['it has failed', { status: 'FAILED' }],
  ['it was given back', { status: 'REFUNDED' }],
  ['the bank names who paid', { data: { ...data, endToEndId: 'E1' } }],
  ['there is a slip', { data: { ...data, boleto: { barcode: '9', digitableLine: '9', ourNumber: '9' } as never } }],
  ['something was given back', { refundedCents: 1 }],
  ['the bank took something back', { medReturns: [{ id: 'D1' } as never] }],
])('news is that %s', (_, changes) => {
  expect(tellsNothingNew(payment, { ...answer, ...changes }, NOW)).toBe(false);
});

test.each<[string, Partial<Payment>]>([
  ['is not pending', { status: 2 }],
  ['has failed', { status: 3 }],
  ['has a refund under way', { refunding_cents: 1 }],
  ['has money bound to it', { has_bound_receipts: true }],
  ['does not know its charge yet', { acquirer_data: null }],
])('any answer may be news to one that %s', (_, changes) => {
  expect(tellsNothingNew({ ...payment, ...changes } as Payment, answer, NOW)).toBe(false);
});

test('news is that a boleto which waited for it is registered', () => {
  const boleto = { ...payment, payment_type: 'invoice', registration: { status: 'WAITING', registeredAt: null } };
  const registered = { ...answer, boleto: { registration: { status: 'REGISTERED', registeredAt: NOW } } };
  expect(tellsNothingNew(boleto as unknown as Payment, registered as unknown as AcquirerAnswer, NOW)).toBe(false);
  expect(tellsNothingNew(boleto as unknown as Payment, answer, NOW)).toBe(true);
});
