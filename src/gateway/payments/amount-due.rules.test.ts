import { expect, it } from 'vitest';
import { isAmountDue, receivedCentsOf, receivedOf, refundableCentsOf } from './amount-due.rules.ts';
import { APPROVED, FAILED, PENDING, REFUNDED } from './status.rules.ts';

const payment = { amount_cents: 15_000, due_date: null, boleto_terms: null, paid_cents: null };
const NOW = new Date('2026-11-17T15:00:00Z');

it('is what was ordered, to the cent', () => {
  expect([14_999, 15_000, 15_001].map((cents) => isAmountDue(payment, cents, NOW))).toEqual([false, true, false]);
  expect(isAmountDue(payment, 15_000, null)).toBe(true);
  expect(receivedOf(payment, 14_999, NOW, null)).toBeNull();
});

it('has been received when the payment was approved, also where it went back since', () => {
  const received = ([PENDING, FAILED, APPROVED, REFUNDED] as const).map((status) =>
    receivedCentsOf({ ...payment, status }),
  );
  expect(received).toEqual([0, 0, 15_000, 15_000]);
});

it('grows by the terms of a boleto from the day after its due date on', () => {
  const late = {
    ...payment,
    due_date: '2026-11-13',
    boleto_terms: {
      fine: { percentHundredths: 200 },
      interest: { monthlyPercentHundredths: 100 },
      discounts: [],
      payableDaysAfterDue: 30,
    },
  };
  // Four days: 300 and 15000 × 1 % × 4 / 30 = 20.
  expect(isAmountDue(late, 15_320, NOW)).toBe(true);
  expect(isAmountDue(late, 15_320, null)).toBe(false);
  expect(receivedOf(late, 15_320, NOW, null)).toEqual({
    paidCents: 15_320,
    fineCents: 300,
    interestCents: 20,
    discountCents: 0,
  });
  // What the terms do not explain is booked as the amount, and what is exactly the amount needs no figures.
  expect([15_000, 20_000].map((cents) => receivedOf(late, cents, NOW, null))).toEqual([null, null]);
  expect([null, 15_320, 14_000].map((paid_cents) => refundableCentsOf({ ...payment, paid_cents }))).toEqual([
    15_000, 15_000, 14_000,
  ]);
});
