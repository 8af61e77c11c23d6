import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeOf, floorShare } from './basis-points.ts';
import { floorOfProduct, halfUpOfProduct } from './exact.ts';

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const totals = fc.integer({ min: 500, max: 9_999_999_999 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

test.each([
  [10_000, { fixedCents: 0, basisPoints: 100 }, 100],
  [10_000, { fixedCents: 349, basisPoints: 0 }, 349],
  [10_050, { fixedCents: 0, basisPoints: 100 }, 101],
  [10_049, { fixedCents: 0, basisPoints: 100 }, 100],
  [12_345, { fixedCents: 39, basisPoints: 199 }, 285],
  [500, { fixedCents: 501, basisPoints: 0 }, 500],
  [500, { fixedCents: 499, basisPoints: 10_000 }, 500],
  [0, { fixedCents: 10, basisPoints: 100 }, 0],
])('the fee of %i by %j is %i', (total, rate, fee) => {
  expect(feeOf(total, rate)).toBe(fee);
});

test('a fee is half up to the cent and never above the total', () => {
  fc.assert(
    fc.property(totals, fc.integer({ min: 0, max: 100_000 }), basisPoints, (total, fixedCents, points) => {
      const fee = feeOf(total, { fixedCents, basisPoints: points });
      const exactTenThousandths = total * points;
      const whole = fixedCents + (exactTenThousandths - (exactTenThousandths % 10_000)) / 10_000;
      const expected = whole + (exactTenThousandths % 10_000 >= 5_000 ? 1 : 0);
      expect(fee).toBe(Math.min(total, expected));
    }),
  );
});

test('parts of a whole that add up to 100 % never exceed it', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 100 }),
      (base, points) => {
        const sum = points.reduce((total, point) => total + BigInt(floorShare(base, point)), 0n);
        expect(sum <= BigInt(base)).toBe(true);
      },
    ),
  );
});

test('products beyond 2^53 are exact', () => {
  expect(floorShare(Number.MAX_SAFE_INTEGER, 9_999)).toBe(9_006_298_534_815_516);
  expect(halfUpOfProduct(9_999_999_999, 9_999_999_998, 9_999_999_999)).toBe(9_999_999_998);
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (a, b, divisor) => {
      fc.pre(BigInt(a) * BigInt(b) <= BigInt(divisor) * BigInt(Number.MAX_SAFE_INTEGER - 1));
      const exact = BigInt(a) * BigInt(b);
      const floor = BigInt(floorOfProduct(a, b, divisor));
      const rounded = BigInt(halfUpOfProduct(a, b, divisor));
      const rest = exact - floor * BigInt(divisor);
      expect(rest >= 0n && rest < BigInt(divisor)).toBe(true);
      expect(rounded - floor).toBe(2n * rest >= BigInt(divisor) ? 1n : 0n);
    }),
  );
});

test.each([
  () => feeOf(10_000, { fixedCents: -1, basisPoints: 0 }),
  () => feeOf(10_000, { fixedCents: 0.5, basisPoints: 0 }),
  () => feeOf(10_000, { fixedCents: 0, basisPoints: -1 }),
  () => feeOf(-1, { fixedCents: 0, basisPoints: 1 }),
  () => floorShare(1.5, 100),
  () => floorOfProduct(1, 1, 0),
  () => floorOfProduct(1, 1, -1),
  () => halfUpOfProduct(1, 1, -1),
  () => halfUpOfProduct(1, 1, 0.5),
])('figures that are no money stop at once %#', (wrong) => {
  expect(wrong).toThrow(RangeError);
});
