import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addFees, earnedCents, feePeriodOf, feesBy } from './fees.rules.ts';

const TODAY = '2026-11-18';
const figures = fc.record({
  payment_fee_cents: fc.nat(1_000),
  returned_cents: fc.nat(1_000),
  payout_fee_cents: fc.nat(1_000),
  other_cents: fc.integer({ min: -1_000, max: 1_000 }),
});

describe('what the platform earned', () => {
  it('is fees of payments and payouts, less what went back, and what was booked', () => {
    const fees = { payment_fee_cents: 500, returned_cents: 120, payout_fee_cents: 100, other_cents: -30 };
    expect(earnedCents(fees)).toBe(450);
  });

  it('is the same sum, however it is put together, and most comes first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), figures), { maxLength: 30 }), (all) => {
        const fees = all.map(([company, of]) => ({ company, ...of }));
        const groups = feesBy(fees, ({ company }) => company);
        expect(addFees(groups.map((group) => group.fees))).toEqual(addFees(fees));
        const earned = groups.map((group) => earnedCents(group.fees));
        expect(earned).toEqual([...earned].sort((one, other) => other - one));
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      }),
    );
  });
});

describe('the period of fees', () => {
  const day = (from?: string, to?: string) => feePeriodOf({ interval: 'day', from, to }, TODAY);
  const month = (from?: string, to?: string) => feePeriodOf({ interval: 'month', from, to }, TODAY);

  it('is thirty days, or twelve whole months, where nobody says', () => {
    expect(day()).toEqual({ interval: 'day', from: '2026-10-20', to: TODAY });
    expect(month()).toEqual({ interval: 'month', from: '2025-12-01', to: '2026-11-01' });
    expect(month('2026-02-28', '2026-03-31')).toEqual({ interval: 'month', from: '2026-02-01', to: '2026-03-01' });
  });

  it('has an end', () => {
    expect(day('2026-09-18')).toMatchObject({ from: '2026-09-18' });
    expect(() => day('2026-09-17')).toThrow('at most 62 days');
    expect(month('2023-12-05')).toMatchObject({ from: '2023-12-01' });
    expect(() => month('2023-11-30')).toThrow('at most 36 months');
    for (const period of [day, month]) expect(() => period('2026-11-19')).toThrow('must not be after to');
  });
});
