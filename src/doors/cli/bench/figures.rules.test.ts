import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentile, shown } from './figures.rules.ts';

it('takes the nearest rank, and has none of nothing', () => {
  const figures = [5, 1, 4, 2, 3];
  expect([0, 20, 21, 50, 99, 100].map((percent) => percentile(figures, percent))).toEqual([1, 1, 2, 3, 5, 5]);
  expect(percentile([7], 99)).toBe(7);
  expect(percentile([], 50)).toBeNull();
});

it('[property] a percentile was measured, and so many are not above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (figures, percent) => {
        const found = percentile(figures, percent) as number;
        expect(figures).toContain(found);
        expect(figures.filter((figure) => figure <= found).length).toBeGreaterThanOrEqual(
          (figures.length * percent) / 100,
        );
      },
    ),
  );
});

it.each([
  [0.066, '0.07'],
  [1.754, '1.75'],
  [12.34, '12.3'],
  [734.6, '735'],
  [1_234.5, '1,235'],
])('shows %d as %s', (figure, text) => {
  expect(shown(figure)).toBe(text);
});
