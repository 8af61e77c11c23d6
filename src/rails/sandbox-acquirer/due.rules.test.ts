import { expect, it } from 'vitest';
import { dueOn } from './due.rules.ts';

const terms = {
  fine: { percentHundredths: 200 },
  interest: { monthlyPercentHundredths: 100 },
  discounts: [
    { until: '2026-11-06', percentHundredths: 1_000 },
    { until: '2026-11-13', amountCents: 500 },
  ],
  payableDaysAfterDue: 30,
  lastPayableDate: '2026-12-13',
};
const owed = { amountCents: 15_000, dueDate: '2026-11-13', terms };

it('takes what is owed on the day', () => {
  const days = ['2026-11-06', '2026-11-09', '2026-11-13', '2026-11-14', '2026-12-13'];
  expect(days.map((day) => dueOn(owed, day).cents)).toEqual([13_500, 14_500, 14_500, 15_305, 15_450]);
  expect(dueOn(owed, '2026-12-13').parts).toEqual({ fineCents: 300, interestCents: 150, discountCents: 0 });
});

it('takes values as they are, and without terms the amount', () => {
  const values = { ...terms, fine: { amountCents: 7 }, interest: { dailyAmountCents: 2 } };
  expect(dueOn({ ...owed, terms: values }, '2026-11-16').cents).toBe(15_013);
  expect(dueOn({ ...owed, terms: null }, '2026-12-13').cents).toBe(15_000);
  expect(dueOn({ ...owed, dueDate: null }, '2026-12-13').cents).toBe(15_000);
});
