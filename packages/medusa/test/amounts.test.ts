import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centsOf, reaisOf } from '../src/amounts.rules.ts';

it.each([
  ['39.90', 3990],
  ['39.9', 3990],
  ['40', 4000],
  ['0.07', 7],
  // As binary fractions these are 1.005 - ε and 1.115 - ε, and would lose a cent.
  ['1.005', 101],
  ['1.115', 112],
  ['33.333333333333333333', 3333],
  ['33.335', 3334],
  ['99.995', 10_000],
  ['99999999.99', 9_999_999_999],
])('%s reais are %i cents', (reais, cents) => {
  expect(centsOf(reais)).toBe(cents);
});

it.each(['', '-1', '1e3', 'NaN', 'Infinity', '1,50', '.5', '100000000', '99999999.995'])('%s is no amount', (reais) => {
  expect(() => centsOf(reais)).toThrow(RangeError);
});

it('gives every amount back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => {
      expect(centsOf(reaisOf(cents))).toBe(cents);
      // What a refund is sent as is a number: its JSON must be the same decimal.
      expect(centsOf(JSON.stringify(Number(reaisOf(cents))))).toBe(cents);
    }),
  );
});
