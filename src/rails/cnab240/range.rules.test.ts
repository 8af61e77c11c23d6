import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRange, type NumberRange } from './range.rules.ts';

const TODAY = '2026-11-17';
const range = (changes: Partial<NumberRange>): NumberRange => ({
  ...{ first: 1, last: 10_000, next: 1, usedInMonth: 300, isYearly: false },
  ...changes,
});

describe('a range of numbers', () => {
  it.each([
    ['of which none was drawn', range({ next: null, usedInMonth: 0 }), 'fine'],
    ['with half of it left', range({ next: 5_001 }), 'fine'],
    ['that does not last for a month', range({ usedInMonth: 10_001 }), 'ends soon'],
    ['that lasts for a month', range({ usedInMonth: 10_000 }), 'fine'],
    ['with less than a tenth left', range({ next: 9_002 }), 'ends soon'],
    ['with a tenth left', range({ next: 9_001 }), 'fine'],
    ['with less than a tenth left, which is enough for years', range({ next: 9_002, usedInMonth: 10 }), 'fine'],
    ['with one left that nobody asks for', range({ next: 10_000, usedInMonth: 0 }), 'ends soon'],
    ['with none left', range({ next: 10_001 }), 'ended'],
    ['that the counter is far beyond', range({ next: 10_065 }), 'ended'],
    ['that was moved on', range({ first: 5_000, next: 100 }), 'fine'],
    ['of a year that ends before it does', range({ next: 9_002, usedInMonth: 600, isYearly: true }), 'fine'],
    ['of a year, and too small for it', range({ next: 9_002, usedInMonth: 700, isYearly: true }), 'ends soon'],
  ])('%s', (_, numbers, state) => expect(judgeRange(numbers, TODAY).state).toBe(state));

  it('says how many are left, and for how long', () => {
    expect(judgeRange(range({ next: 9_701 }), TODAY)).toEqual({ state: 'ends soon', left: 300, daysLeft: 30 });
  });

  it('is never better with fewer left or with more use', () => {
    const rank = { fine: 0, 'ends soon': 1, ended: 2 };
    const worse = (one: NumberRange, other: NumberRange) =>
      expect(rank[judgeRange(one, TODAY).state]).toBeGreaterThanOrEqual(rank[judgeRange(other, TODAY).state]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11_000 }), fc.nat(20_000), fc.nat(500), fc.boolean(), (...drawn) => {
        const [next, usedInMonth, more, isYearly] = drawn;
        worse(range({ next: next + more, usedInMonth, isYearly }), range({ next, usedInMonth, isYearly }));
        worse(range({ next, usedInMonth: usedInMonth + more, isYearly }), range({ next, usedInMonth, isYearly }));
      }),
    );
  });
});
