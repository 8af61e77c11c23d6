import { ApiError } from '../errors.ts';

export const MIN_AMOUNT_CENTS = 500;

export function refuseBelowMinimum(totalCents: number): void {
  if (totalCents >= MIN_AMOUNT_CENTS) return;
  throw new ApiError('AMOUNT_BELOW_MINIMUM', `total must be at least ${MIN_AMOUNT_CENTS} cents`, {
    field: 'total',
    details: { minimum: MIN_AMOUNT_CENTS },
  });
}
