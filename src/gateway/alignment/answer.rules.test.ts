import { expect, test } from 'vitest';
import type { Payment } from '../payments/payment.ts';
import { type AcquirerAnswer, boundsOf, isOutdated } from './answer.rules.ts';

const CHANGED = new Date('2026-11-17T12:00:00Z');
const minutesLater = (minutes: number) => new Date(CHANGED.getTime() + minutes * 60_000);

const payment = {
  status: 2,
  amount_cents: 10_000,
  refunded_cents: 4_000,
  refunding_cents: 0,
  updated_at: CHANGED,
} as Payment;
const answer = { status: 'PAID', amountCents: 10_000, refundedCents: 4_000 } as AcquirerAnswer;
const isOld = (changes: Partial<AcquirerAnswer>, minutes: number) =>
  isOutdated({ ...answer, ...changes }, boundsOf(payment, payment), payment, minutesLater(minutes));

test.each<[string, Partial<AcquirerAnswer>]>([
  ['waits for a payment that was booked', { status: 'WAITING_PAYMENT', refundedCents: 0 }],
  ['does not know of a refund', { refundedCents: 0 }],
  ['knows of a part of the refunds', { refundedCents: 3_999 }],
])('an answer that %s is old, for ten minutes', (_, changes) => {
  expect([isOld(changes, 0), isOld(changes, 9), isOld(changes, 10)]).toEqual([true, true, false]);
});

test.each<[string, Partial<AcquirerAnswer>]>([
  ['says the same', {}],
  ['knows of more refunds', { refundedCents: 4_001 }],
  ['knows of more money', { amountCents: 20_000 }],
  ['says that the payment has failed', { status: 'FAILED', refundedCents: 0 }],
  ['says that all was given back', { status: 'REFUNDED', refundedCents: 10_000 }],
])('an answer that %s is not old', (_, changes) => {
  expect(isOld(changes, 0)).toBe(false);
});

test('of a payment that is pending here, waiting is no old answer', () => {
  const pending = { ...payment, status: 1, refunded_cents: 0 } as Payment;
  const waiting = { ...answer, status: 'WAITING_PAYMENT', refundedCents: 0 } as AcquirerAnswer;
  expect(isOutdated(waiting, boundsOf(pending, pending), pending, minutesLater(0))).toBe(false);
});
