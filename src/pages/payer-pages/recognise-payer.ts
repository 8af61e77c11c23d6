import { createHash, timingSafeEqual } from 'node:crypto';
import { TRIES_PER_HOUR, takeTry } from '../../gateway/payment-links/link-tries.sql.ts';
import type { PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import type { OpenPayment } from '../../gateway/payments/link-payments.sql.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Whether somebody knows the document of a bill's payer. Each answer costs a try, a right one too. */
export async function recognisePayer(
  deps: Deps,
  link: PaymentLink,
  { customer_document }: OpenPayment,
  typed: string,
  address: string,
): Promise<boolean> {
  if (!(await takeTry(deps.db, link, addressKeyOf(address), deps.clock.realNow())))
    throw new ApiError('RATE_LIMITED', `at most ${TRIES_PER_HOUR} documents per hour`, { retryAfterSeconds: 3_600 });
  return timingSafeEqual(digestOf(typed), digestOf(customer_document));
}
