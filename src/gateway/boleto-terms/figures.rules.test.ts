import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isBusinessDay, rollToBusinessDay } from '../../ground/brazil/calendar.rules.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import {
  amountDueOn,
  dailyInterestOf,
  figuresOn,
  largestDiscountOf,
  lastPayableDateOf,
  type Slip,
} from './figures.rules.ts';

const FRIDAY = '2026-11-13';
const SUNDAY = '2026-11-22';
const usual: BoletoTerms = {
  fine: { percentHundredths: 200 },
  interest: { monthlyPercentHundredths: 100 },
  discounts: [],
  payableDaysAfterDue: 30,
};
const slip = (dueDate: string, terms: BoletoTerms | null = usual): Slip => ({ amountCents: 15_000, dueDate, terms });
const owed = (one: Slip, day: string) => figuresOn(one, day).amountDueCents;

describe('R$ 150,00 with a fine of 2 % and interest of 1 % a month', () => {
  it('due on a Friday, grows from the Saturday on', () => {
    expect([0, 1, 3, 30].map((days) => owed(slip(FRIDAY), addDays(FRIDAY, days)))).toEqual([
      15_000, 15_305, 15_315, 15_450,
    ]);
  });

  it('due on a Sunday, is in time on the Monday, and grows from there', () => {
    const monday = rollToBusinessDay(SUNDAY);
    expect(monday).toBe('2026-11-23');
    expect([0, 1, 3, 30].map((days) => owed(slip(SUNDAY), addDays(monday, days)))).toEqual([
      15_000, 15_305, 15_315, 15_450,
    ]);
    expect(lastPayableDateOf(slip(SUNDAY))).toBe('2026-12-23');
  });

  it('due on Carnival Monday, is in time on Ash Wednesday', () => {
    expect([owed(slip('2026-02-16'), '2026-02-18'), owed(slip('2026-02-16'), '2026-02-19')]).toEqual([15_000, 15_305]);
  });

  it('without terms is owed as ordered until its due date, rolled', () => {
    expect(figuresOn(slip(FRIDAY, null), '2027-01-01')).toEqual({
      amountDueCents: 15_000,
      fineCents: 0,
      interestCents: 0,
      discountCents: 0,
    });
    expect(lastPayableDateOf(slip(SUNDAY, null))).toBe('2026-11-23');
  });
});

it('of several discounts the largest that still counts does, until its own day rolled to a business day', () => {
  const two: BoletoTerms = {
    ...usual,
    // A Saturday, and a Friday.
    discounts: [
      { until: '2026-11-07', percentHundredths: 1_000 },
      { until: '2026-11-13', amountCents: 501 },
    ],
  };
  const days = ['2026-11-07', '2026-11-09', '2026-11-10', '2026-11-13', '2026-11-14'];
  expect(days.map((day) => owed(slip(FRIDAY, two), day))).toEqual([13_500, 13_500, 14_499, 14_499, 15_305]);
  expect(largestDiscountOf(slip(FRIDAY, two))).toBe(1_500);
  expect(largestDiscountOf(slip(FRIDAY))).toBe(0);
});

it('counts values as they are: a fine once, interest for each day', () => {
  const values = { ...usual, fine: { amountCents: 123 }, interest: { dailyAmountCents: 7 } };
  expect(figuresOn(slip(FRIDAY, values), addDays(FRIDAY, 10))).toEqual({
    amountDueCents: 15_193,
    fineCents: 123,
    interestCents: 70,
    discountCents: 0,
  });
  expect(dailyInterestOf(slip(FRIDAY, values))).toBe(7);
});

it('rounds half up and once, and a value a day down', () => {
  const odd = { amountCents: 12_345, dueDate: FRIDAY, terms: usual };
  // 12345 × 2 % = 246.9; 12345 × 1 % × 7 / 30 = 28.805; a day of it is 4.115.
  expect(figuresOn(odd, addDays(FRIDAY, 7))).toMatchObject({ fineCents: 247, interestCents: 29 });
  expect(dailyInterestOf(odd)).toBe(4);
  expect(dailyInterestOf({ ...odd, terms: null })).toBe(0);
});

const percents = fc.integer({ min: 1, max: 1_000 });
const anyTerms: fc.Arbitrary<BoletoTerms> = fc.record({
  fine: fc.oneof(
    fc.constant(null),
    percents.map((percentHundredths) => ({ percentHundredths })),
    fc.integer({ min: 1, max: 500 }).map((amountCents) => ({ amountCents })),
  ),
  interest: fc.oneof(
    fc.constant(null),
    percents.map((monthlyPercentHundredths) => ({ monthlyPercentHundredths })),
    fc.integer({ min: 1, max: 50 }).map((dailyAmountCents) => ({ dailyAmountCents })),
  ),
  discounts: fc
    .array(percents, { maxLength: 3 })
    .map((all) =>
      [...new Set(all)]
        .sort((one, other) => other - one)
        .map((percentHundredths, index) => ({ until: addDays('2026-11-01', 3 * index), percentHundredths })),
    ),
  payableDaysAfterDue: fc.integer({ min: 0, max: 120 }),
});
const anySlip = fc.record({
  amountCents: fc.integer({ min: 1_000, max: 9_999_999_999 }),
  dueDate: fc.integer({ min: 10, max: 200 }).map((days) => addDays('2026-11-01', days)),
  terms: anyTerms,
});
const anyDay = fc.integer({ min: -20, max: 360 }).map((days) => addDays('2026-11-01', days));

describe('what banks may come to', () => {
  it('contains what we expect, however they count and round', () => {
    fc.assert(
      fc.property(anySlip, anyDay, (one, day) => {
        const { leastCents, mostCents } = amountDueOn(one, day);
        expect(leastCents).toBeLessThanOrEqual(owed(one, day));
        expect(mostCents).toBeGreaterThanOrEqual(owed(one, day));
        if (day <= rollToBusinessDay(one.dueDate)) expect(leastCents).toBeLessThanOrEqual(one.amountCents);
      }),
    );
  });

  it('contains days counted from the ordered day, each of them rounded up or down', () => {
    fc.assert(
      fc.property(anySlip, fc.integer({ min: 1, max: 100 }), fc.boolean(), (one, days, isUp) => {
        const plain = { ...one, terms: { ...one.terms, discounts: [], fine: null } };
        const day = addDays(one.dueDate, days);
        const { leastCents, mostCents } = amountDueOn(plain, day);
        const interest = plain.terms.interest;
        const daily =
          interest === null
            ? 0
            : 'dailyAmountCents' in interest
              ? interest.dailyAmountCents
              : (one.amountCents * interest.monthlyPercentHundredths) / 300_000;
        const sum = one.amountCents + days * (isUp ? Math.ceil(daily) : Math.floor(daily));
        expect(sum).toBeLessThanOrEqual(mostCents);
        if (isBusinessDay(one.dueDate)) expect(sum).toBeGreaterThanOrEqual(leastCents);
      }),
    );
  });

  it('on a Monday after a Sunday lies between what was in time and what was late by a day', () => {
    expect(amountDueOn(slip(SUNDAY), '2026-11-23')).toEqual({ leastCents: 15_000, mostCents: 15_305 });
    expect(amountDueOn(slip(SUNDAY), '2026-11-22')).toEqual({ leastCents: 15_000, mostCents: 15_000 });
    expect(amountDueOn(slip(SUNDAY), '2026-11-24')).toEqual({ leastCents: 15_305, mostCents: 15_310 });
    expect(amountDueOn(slip(SUNDAY, null), '2026-12-24')).toEqual({ leastCents: 15_000, mostCents: 15_000 });
  });

  it('of a discount until a Saturday is both on the Monday, and neither on the Tuesday', () => {
    const early = { ...usual, discounts: [{ until: '2026-11-07', percentHundredths: 333 }] };
    expect(amountDueOn(slip(FRIDAY, early), '2026-11-07')).toEqual({ leastCents: 14_500, mostCents: 14_501 });
    expect(amountDueOn(slip(FRIDAY, early), '2026-11-09')).toEqual({ leastCents: 14_500, mostCents: 15_000 });
    expect(amountDueOn(slip(FRIDAY, early), '2026-11-10')).toEqual({ leastCents: 15_000, mostCents: 15_000 });
  });
});
