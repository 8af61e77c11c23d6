import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfReais } from './reais.ts';

test.each([
  [33.34, 3_334],
  [0.01, 1],
  [0.1, 10],
  [1, 100],
  [1.1, 110],
  [8.2, 820],
  [1.005e2, 10_050],
  [99_999_999.99, 9_999_999_999],
  [90_071_992_547_409.9, 9_007_199_254_740_990],
])('%d reais are %d cents', (reais, cents) => {
  expect(centsOfReais(reais)).toBe(cents);
});

test.each([
  0,
  -0,
  -1,
  -0.01,
  0.001,
  33.345,
  10.999,
  1e-7,
  1e21,
  1e20,
  Number.NaN,
  Infinity,
  -Infinity,
  Number.MAX_VALUE,
  5e-324,
])('%d is no amount in reais', (value) => {
  expect(centsOfReais(value)).toBeNull();
});

test('every amount up to the limit of a payment survives the way through JSON', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      expect(centsOfReais(JSON.parse(text) as number)).toBe(cents);
    }),
  );
});

test('a third decimal that is not zero is never rounded away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 1, max: 9 }), (cents, third) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${third}`;
      expect(centsOfReais(JSON.parse(text) as number)).toBeNull();
    }),
  );
});
