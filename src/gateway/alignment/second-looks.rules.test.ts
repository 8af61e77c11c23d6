import { expect, test } from 'vitest';
import type { Payment } from '../payments/payment.ts';
import { isNews, nextLookAt } from './second-looks.rules.ts';

const WORKED = new Date('2026-11-16T12:00:00Z');

test.each([
  [0, 2],
  [1, 10],
  [2, 60],
])('after %i looks the next is %i seconds after the hint', (looks, seconds) => {
  expect(nextLookAt(WORKED, looks)).toEqual(new Date(WORKED.getTime() + seconds * 1_000));
});

test('three looks are all', () => {
  expect(nextLookAt(WORKED, 3)).toBeNull();
});

const payment = {
  ...{ status: 1, refunded_cents: 0, acquirer_data: { endToEndId: null }, due_date: '2026-11-20' },
  ...{ registration: { status: 'WAITING' }, requested_change: { kind: 'cancel', requestedAt: '2026-11-17' } },
} as Payment;

test.each([
  ['nothing', {}, false],
  ['another status', { status: 4 }, true],
  ['money given back', { refunded_cents: 1 }, true],
  ['the id of the payment', { acquirer_data: { endToEndId: 'E1' } }, true],
  ['that the bank has registered it', { registration: { status: 'REGISTERED' } }, true],
  ['another due date', { due_date: '2026-12-01' }, true],
  ['that a change waits no more', { requested_change: null }, true],
])('news is %s', (_, changes, isNew) => {
  expect(isNews(payment, { ...payment, ...changes } as Payment)).toBe(isNew);
});
