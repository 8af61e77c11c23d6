import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../ground/brazil/calendar.rules.ts';
import type { BoletoTerms, ReceivedBoleto } from '../../rails/acquirers/boleto.ts';
import { amountDueOn, type Slip } from './figures.rules.ts';
import { isExplained, receivedFigures } from './received.rules.ts';

const FRIDAY = '2026-11-13';
const terms: BoletoTerms = {
  fine: { percentHundredths: 200 },
  interest: { monthlyPercentHundredths: 100 },
  discounts: [{ until: '2026-11-06', amountCents: 500 }],
  payableDaysAfterDue: 30,
};
const slip: Slip = { amountCents: 15_000, dueDate: FRIDAY, terms };
const LATE = addDays(FRIDAY, 3);
const told = (parts: Partial<ReceivedBoleto>): ReceivedBoleto => ({
  paidCents: 0,
  ...{ fineCents: null, interestCents: null, chargesCents: null, discountCents: null, creditOn: null, by: 'boleto' },
  ...parts,
});

it('is the fine first and then interest, where the bank gives one sum', () => {
  const parts = { paidCents: 15_315, fineCents: 300, interestCents: 15, discountCents: 0 };
  expect(receivedFigures(slip, 15_315, LATE, null)).toEqual(parts);
  expect(receivedFigures(slip, 15_315, LATE, told({ chargesCents: 315 }))).toEqual(parts);
});

it('is the fine first also at a bank that counts from the ordered day', () => {
  const sunday: Slip = { ...slip, dueDate: '2026-11-22' };
  const parts = { paidCents: 15_305, fineCents: 300, interestCents: 5, discountCents: 0 };
  expect(receivedFigures(sunday, 15_305, '2026-11-23', null)).toEqual(parts);
});

it('is what the bank says, where its parts add up', () => {
  const parts = { fineCents: 299, interestCents: 16, discountCents: 0 };
  expect(receivedFigures(slip, 15_315, LATE, told(parts))).toEqual({ paidCents: 15_315, ...parts });
  expect(receivedFigures(slip, 15_315, LATE, told({ ...parts, fineCents: 300 }))).toMatchObject({ interestCents: 15 });
});

it('is the discount and the sum of charges that the bank says, where they add up', () => {
  const parts = { paidCents: 15_315, fineCents: 300, interestCents: 25, discountCents: 10 };
  expect(receivedFigures(slip, 15_315, LATE, told({ chargesCents: 325, discountCents: 10 }))).toEqual(parts);
  expect(receivedFigures(slip, 15_315, LATE, told({ chargesCents: 325 }))).toMatchObject({ interestCents: 15 });
});

it('is never below zero in any part, whatever the bank says', () => {
  const parts = { paidCents: 15_315, fineCents: 300, interestCents: 15, discountCents: 0 };
  const odd = [
    told({ fineCents: 316, interestCents: -1, discountCents: 0 }),
    told({ fineCents: -1, interestCents: 316, discountCents: null }),
    told({ chargesCents: 314, discountCents: -1 }),
    told({ fineCents: 315.5, interestCents: 0, discountCents: 0.5 }),
  ];
  for (const one of odd) expect(receivedFigures(slip, 15_315, LATE, one)).toEqual(parts);
});

it('is a discount where less came in time', () => {
  const parts = { fineCents: 0, interestCents: 0, discountCents: 500 };
  expect(receivedFigures(slip, 14_500, '2026-11-06', null)).toEqual({ paidCents: 14_500, ...parts });
});

it('is booked as the amount where the terms explain nothing; exactly the amount needs no explanation', () => {
  const asOrdered = { paidCents: 15_000, fineCents: 0, interestCents: 0, discountCents: 0 };
  expect(receivedFigures(slip, 16_000, LATE, null)).toEqual(asOrdered);
  expect(receivedFigures(slip, 14_500, LATE, null)).toEqual(asOrdered);
  expect(isExplained(slip, 15_000, LATE)).toBe(true);
  expect(receivedFigures(slip, 15_000, LATE, null)).toEqual(asOrdered);
});

it('always adds up', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 60 }), fc.integer({ min: -600, max: 600 }), (days, beside) => {
      const day = addDays(FRIDAY, days);
      const cents = 15_000 + beside;
      const { paidCents, fineCents, interestCents, discountCents } = receivedFigures(slip, cents, day, null);
      expect(paidCents).toBe(15_000 + fineCents + interestCents - discountCents);
      expect(Math.min(fineCents, interestCents, discountCents)).toBe(0);
      const { leastCents, mostCents } = amountDueOn(slip, day);
      expect(paidCents).toBe(cents >= leastCents && cents <= mostCents ? cents : 15_000);
    }),
  );
});
