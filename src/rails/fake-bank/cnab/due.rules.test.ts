import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueOn } from './due.rules.ts';
import type { Terms } from './title.rules.ts';

const NONE: Terms = { fine: null, interest: null, discounts: [], abatementCents: 0 };
const LATE: Terms = {
  ...NONE,
  fine: { kind: 'percent', value: 200, from: null },
  interest: { kind: 'monthly percent', value: 100, from: null },
};
const owed = (terms: Terms, dueDate = '2026-11-06', amountCents = 15_000) => ({ amountCents, dueDate, terms });
const totalOf = (terms: Terms, day: string, dueDate?: string) => dueOn(owed(terms, dueDate), day).totalCents;

describe('fine and interest', () => {
  it('begin after the due date: R$ 150,00 due on a Friday', () => {
    expect(totalOf(LATE, '2026-11-06')).toBe(15_000);
    // R$ 3,00 and one, three, thirty days of 5 cents.
    expect(totalOf(LATE, '2026-11-07')).toBe(15_305);
    expect(totalOf(LATE, '2026-11-09')).toBe(15_315);
    expect(totalOf(LATE, '2026-12-06')).toBe(15_450);
  });

  it('begin after the Monday when the due date is a Sunday', () => {
    expect(totalOf(LATE, '2026-11-09', '2026-11-08')).toBe(15_000);
    expect(totalOf(LATE, '2026-11-10', '2026-11-08')).toBe(15_305);
  });

  it('begin after Carnival', () => {
    expect(totalOf(LATE, '2027-02-10', '2027-02-08')).toBe(15_000);
    expect(totalOf(LATE, '2027-02-11', '2027-02-08')).toBe(15_305);
  });

  it('interest of a month is rounded once, half up', () => {
    const terms: Terms = { ...NONE, interest: { kind: 'monthly percent', value: 100, from: null } };
    // 10,03 × 1 % × 45 / 30 = 0,150 45; 1,00 × 1 % × 15 / 30 = 0,005.
    expect(dueOn(owed(terms, '2026-11-06', 1_003), '2026-12-21').interestCents).toBe(15);
    expect(dueOn(owed(terms, '2026-11-06', 100), '2026-11-21').interestCents).toBe(1);
    expect(dueOn(owed(terms, '2026-11-06', 100), '2026-11-20').interestCents).toBe(0);
  });

  it('are values where the remessa gave values', () => {
    const terms: Terms = {
      ...NONE,
      fine: { kind: 'amount', value: 250, from: null },
      interest: { kind: 'daily amount', value: 7, from: null },
    };
    expect(dueOn(owed(terms), '2026-11-10')).toMatchObject({ fineCents: 250, interestCents: 28, totalCents: 15_278 });
  });

  it('begin later where the remessa says so', () => {
    const terms: Terms = {
      ...NONE,
      fine: { kind: 'amount', value: 250, from: '2026-11-10' },
      interest: { kind: 'daily amount', value: 7, from: '2026-11-09' },
    };
    expect(dueOn(owed(terms), '2026-11-08')).toMatchObject({ fineCents: 0, interestCents: 0 });
    expect(dueOn(owed(terms), '2026-11-09')).toMatchObject({ fineCents: 0, interestCents: 7 });
    expect(dueOn(owed(terms), '2026-11-10')).toMatchObject({ fineCents: 250, interestCents: 14 });
  });
});

describe('discounts', () => {
  const terms: Terms = {
    ...NONE,
    discounts: [
      { until: '2026-10-30', kind: 'percent', value: 1_000 },
      { until: '2026-11-01', kind: 'amount', value: 700 },
    ],
  };

  it('the largest that still counts, until its day rolled to a business day', () => {
    expect(totalOf(terms, '2026-10-30')).toBe(13_500);
    // 1 November is a Sunday and 2 November a holiday.
    expect(totalOf(terms, '2026-10-31')).toBe(14_300);
    expect(totalOf(terms, '2026-11-03')).toBe(14_300);
    expect(totalOf(terms, '2026-11-04')).toBe(15_000);
  });

  it('an abatement counts always', () => {
    expect(totalOf({ ...terms, abatementCents: 100 }, '2026-11-04')).toBe(14_900);
  });
});

it('later never costs less after the due date, and its parts sum to the total', () => {
  const day = fc.integer({ min: 1, max: 90 });
  const toDate = (days: number) => new Date(Date.UTC(2026, 10, 6 + days)).toISOString().slice(0, 10);
  fc.assert(
    fc.property(day, day, fc.integer({ min: 1, max: 10_000_000 }), (one, other, amountCents) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((days) =>
        dueOn(owed(LATE, '2026-11-06', amountCents), toDate(days)),
      );
      if (!earlier || !later) throw new Error('two days');
      expect(later.totalCents).toBeGreaterThanOrEqual(earlier.totalCents);
      expect(later.totalCents - later.fineCents - later.interestCents).toBe(amountCents);
    }),
  );
});
