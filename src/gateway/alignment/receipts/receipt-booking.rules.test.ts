import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingOf } from './receipt-booking.rules.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';

const receipt = {
  id: 12,
  amount_cents: 777,
  refunded_cents: 0,
  booked_cents: 0,
  closed_at: null,
  bound_payment_id: null,
} as UnknownReceipt;

it('books exactly what is missing, in one way only, and then nothing more', () => {
  const figures = fc.record({ amount: fc.integer({ min: 1, max: 9_999 }), back: fc.nat(100), booked: fc.nat(9_999) });
  fc.assert(
    fc.property(figures, ({ amount, back, booked }) => {
      const refunded = Math.floor((amount * back) / 100);
      const one = { ...receipt, amount_cents: amount, refunded_cents: refunded, booked_cents: booked };
      const missing = amount - refunded - booked;
      fc.pre(missing !== 0);
      const [right, wrong] =
        missing > 0 ? (['from_acquirer', 'to_acquirer'] as const) : (['to_acquirer', 'from_acquirer'] as const);
      expect(bookingOf(one, right)).toBe(missing);
      expect(() => bookingOf(one, wrong)).toThrow(missing > 0 ? 'use --to' : 'use --from');
      for (const way of [right, wrong])
        expect(() => bookingOf({ ...one, booked_cents: booked + missing }, way)).toThrow();
    }),
  );
});

it.each([
  ['closed', { closed_at: new Date(0), reason: 'not ours' }, 'was closed before: not ours'],
  ['bound', { bound_payment_id: 7 }, 'is bound to transaction 7'],
  ['given back', { refunded_cents: 777 }, 'was given back as a whole'],
  ['booked', { booked_cents: 777 }, 'is in the books'],
] as const)('is refused, and says why: %s', (_, changes, reason) => {
  expect(() => bookingOf({ ...receipt, ...changes }, 'from_acquirer')).toThrow(reason);
});
