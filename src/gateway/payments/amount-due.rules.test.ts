import { expect, it } from 'vitest';
import { amountDueOf, isAmountDue, receivedCentsOf } from './amount-due.rules.ts';
import { APPROVED, FAILED, PENDING, REFUNDED } from './status.rules.ts';

const payment = { amount_cents: 15_000 };

it('is what was ordered, to the cent', () => {
  expect(amountDueOf(payment)).toEqual({ leastCents: 15_000, mostCents: 15_000 });
  expect([14_999, 15_000, 15_001].map((cents) => isAmountDue(payment, cents))).toEqual([false, true, false]);
});

it('has been received when the payment was approved, also where it went back since', () => {
  const received = ([PENDING, FAILED, APPROVED, REFUNDED] as const).map((status) =>
    receivedCentsOf({ ...payment, status }),
  );
  expect(received).toEqual([0, 0, 15_000, 15_000]);
});
