import { ApiError } from '../../../ground/errors.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';

export type BookingWay = 'from_acquirer' | 'to_acquirer';

/**
 * What is missing in the books of a receipt: all that is left of it, less what is booked. Negative where the bank has
 * given back what was booked. The operator names the way, so that a wrong one is refused.
 */
export function bookingOf(receipt: UnknownReceipt, way: BookingWay): number {
  const name = `receipt ${receipt.id}`;
  if (receipt.closed_at) throw refused(`${name} was closed before: ${receipt.reason}`);
  if (receipt.bound_payment_id !== null) throw refused(`${name} is bound to transaction ${receipt.bound_payment_id}`);
  const missingCents = receipt.amount_cents - receipt.refunded_cents - receipt.booked_cents;
  if (missingCents === 0)
    throw refused(
      receipt.booked_cents === 0 ? `${name} was given back as a whole` : `${name} is in the books: nothing is missing`,
    );
  if (missingCents > 0 && way === 'to_acquirer')
    throw refused(`${missingCents} cents of ${name} are not booked: use --to`);
  if (missingCents < 0 && way === 'from_acquirer')
    throw refused(`the bank gave back ${-missingCents} cents of ${name} that are booked: use --from`);
  return missingCents;
}

function refused(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', detail);
}
