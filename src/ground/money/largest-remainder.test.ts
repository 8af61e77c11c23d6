import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideByLargestRemainder } from './largest-remainder.ts';

const weights = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 9_999_999_999 })), {
  minLength: 1,
  maxLength: 21,
});
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [1, 1], [1, 0]],
  [2, [1, 1, 1], [1, 1, 0]],
  [10, [7_000, 2_999, 1], [7, 3, 0]],
  [3_001, [7_000, 3_000], [2_101, 900]],
  [5, [5, 0], [5, 0]],
  [0, [3, 4], [0, 0]],
  [0, [0, 0], [0, 0]],
  [0, [], []],
])('%i over %j is %j', (amount, over, parts) => {
  expect(divideByLargestRemainder(amount, over)).toEqual(parts);
});

test('parts add up to the amount, none is negative, none above its weight, each within a cent of its quota', () => {
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (over, part) => {
      const whole = sumOf(over);
      const amount = Math.floor(whole * part);
      const parts = divideByLargestRemainder(amount, over);
      expect(sumOf(parts)).toBe(amount);
      for (const [index, weight] of over.entries()) {
        const got = parts[index] ?? -1;
        expect(got).toBeGreaterThanOrEqual(0);
        expect(got).toBeLessThanOrEqual(weight);
        const offBy = BigInt(got) * BigInt(whole) - BigInt(amount) * BigInt(weight);
        expect(offBy > -BigInt(Math.max(1, whole)) && offBy < BigInt(Math.max(1, whole))).toBe(true);
      }
    }),
  );
});

test('a smaller fraction never gets a cent that a larger one did not, and of equal ones the earlier comes first', () => {
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (over, part) => {
      const whole = BigInt(sumOf(over));
      fc.pre(whole > 0n);
      const amount = Math.floor(Number(whole) * part);
      const parts = divideByLargestRemainder(amount, over);
      const rows = over.map((weight, index) => {
        const quota = BigInt(amount) * BigInt(weight);
        return { fraction: quota % whole, extra: (parts[index] ?? 0) - Number(quota / whole) };
      });
      const ranked = rows
        .map((row, index) => ({ ...row, index }))
        .sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1));
      const extras = ranked.map((row) => row.extra);
      expect(extras).toEqual([...extras].sort((a, b) => b - a));
    }),
  );
});

test('what it cannot divide stops at once', () => {
  expect(() => divideByLargestRemainder(1, [0, 0])).toThrow(RangeError);
  expect(() => divideByLargestRemainder(-1, [1])).toThrow(RangeError);
  expect(() => divideByLargestRemainder(1, [-1, 2])).toThrow(RangeError);
  expect(() => divideByLargestRemainder(1.5, [1])).toThrow(RangeError);
});
