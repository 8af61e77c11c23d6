import { floorOfProduct, halfUpOfProduct } from './exact.ts';

/** One hundred percent, in hundredths of a percent. */
export const WHOLE_BASIS_POINTS = 10_000;

export interface FeeRate {
  fixedCents: number;
  basisPoints: number;
}

/** The fee of a payment, rounded half up and never above the total, because there is nothing else to take it from. */
export function feeOf(totalCents: number, rate: FeeRate): number {
  if (!Number.isSafeInteger(rate.fixedCents) || rate.fixedCents < 0)
    throw new RangeError(`fixedCents must be whole and not negative`);
  return Math.min(totalCents, rate.fixedCents + halfUpOfProduct(totalCents, rate.basisPoints, WHOLE_BASIS_POINTS));
}

/** A percentage of a base, rounded down, so that percentages of up to 100 % never add up to more than the base. */
export function floorShare(baseCents: number, basisPoints: number): number {
  return floorOfProduct(baseCents, basisPoints, WHOLE_BASIS_POINTS);
}
