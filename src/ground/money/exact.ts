import { assertCents } from './cents.ts';

/**
 * A product of two amounts passes 2^53 long before either of them does: it is computed in BigInt, and only
 * the quotient returns.
 */

/** ⌊a × b ÷ divisor⌋, exactly. */
export function floorOfProduct(a: number, b: number, divisor: number): number {
  return Number(product(a, b) / positive(divisor));
}

/** a × b ÷ divisor, rounded half up, exactly. */
export function halfUpOfProduct(a: number, b: number, divisor: number): number {
  const whole = positive(divisor);
  return Number((2n * product(a, b) + whole) / (2n * whole));
}

function product(a: number, b: number): bigint {
  // BigInt division truncates towards zero: for a negative operand it would be neither a floor nor half up.
  if (assertCents(a, 'factor') < 0 || assertCents(b, 'factor') < 0)
    throw new RangeError(`factors must not be negative, got ${a} and ${b}`);
  return BigInt(a) * BigInt(b);
}

function positive(divisor: number): bigint {
  if (assertCents(divisor, 'divisor') <= 0) throw new RangeError(`divisor must be positive, got ${divisor}`);
  return BigInt(divisor);
}
