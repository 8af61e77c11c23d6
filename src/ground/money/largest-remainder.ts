import { assertCents } from './cents.ts';

/**
 * Divides an amount in proportion to weights, to the cent. Everyone gets the whole cents of their quota. The cents that
 * are left go to the largest fractions; of equal fractions, the earlier position comes first. The parts add up to the
 * amount. As long as the amount is not above the sum of the weights, no part is above its weight (a quota rounds up to
 * a whole weight at most).
 */
export function divideByLargestRemainder(amount: number, weights: readonly number[]): number[] {
  const exactAmount = BigInt(notNegative(amount, 'amount'));
  const exactWeights = weights.map((weight) => BigInt(notNegative(weight, 'weight')));
  const whole = exactWeights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) {
    if (amount > 0) throw new RangeError('an amount cannot be divided over nothing');
    return weights.map(() => 0);
  }
  const quotas = exactWeights.map((weight) => exactAmount * weight);
  const parts = quotas.map((quota) => Number(quota / whole));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = quotas
    .map((quota, position) => ({ position, fraction: quota % whole }))
    // Sorting keeps the order of equals, and a difference keeps its sign in a number, however large it is.
    .sort((one, other) => Number(other.fraction - one.fraction));
  for (const { position } of byFraction.slice(0, left)) parts[position] = (parts[position] ?? 0) + 1;
  return parts;
}

function notNegative(value: number, what: string): number {
  if (assertCents(value, what) < 0) throw new RangeError(`${what} must not be negative, got ${value}`);
  return value;
}
