import { expect, it } from 'vitest';
import { receiptStateOf } from './unknown-receipt.rules.ts';

const fresh = { closed_at: null, bound_payment_id: null, booked_cents: 0, amount_cents: 777, refunded_cents: 0 };

it.each([
  ['nobody has dealt with it', {}, 'OPEN'],
  ['a part of it went back', { refunded_cents: 700 }, 'OPEN'],
  ['all of it went back', { refunded_cents: 777 }, 'GIVEN_BACK'],
  ['it is in the books', { booked_cents: 777 }, 'BOOKED'],
  ['it is in the books, and went back since', { booked_cents: 777, refunded_cents: 777 }, 'OPEN'],
  ['it is the money of a payment', { bound_payment_id: 3 }, 'BOUND'],
  ['somebody has explained it', { closed_at: new Date() }, 'CLOSED'],
] as const)('%s', (_what, changes, state) => expect(receiptStateOf({ ...fresh, ...changes })).toBe(state));
