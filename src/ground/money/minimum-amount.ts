import { ApiError } from '../errors.ts';

export const MIN_AMOUNT_CENTS = 500;

export function refuseBelowMinimum(totalCents: number, field = 'total'): void {
  if (totalCents >= MIN_AMOUNT_CENTS) return;
  const what = field === 'total' ? 'total' : `${field} with shipping`;
  throw new ApiError('AMOUNT_BELOW_MINIMUM', `${what} must be at least ${MIN_AMOUNT_CENTS} cents`, {
    field,
    details: { minimum: MIN_AMOUNT_CENTS },
  });
}
