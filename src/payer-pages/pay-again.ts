import { findPayeeOfMerchant } from '../companies/sellers.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { retryThroughLink } from '../payment-links/order-through-link.ts';
import { findLinkBySlug } from '../payment-links/payment-links.sql.ts';
import { findLiveRetryOfMerchant } from '../payments/link-payments.sql.ts';
import { findPayment } from '../payments/payments.sql.ts';

/**
 * Where the failed payment of a link leads to: a new one for the same order, the one that was made before, or the page
 * of the link, which says why there can be none.
 */
export async function payAgain(deps: Deps, failedId: number, slug: string): Promise<string> {
  const linkPath = `/l/${slug}`;
  const [failed, link] = [
    await findPayment(deps.db, failedId),
    await findLinkBySlug(deps.db, slug, await deps.clock.now()),
  ];
  const payee = link && (await findPayeeOfMerchant(deps.db, link.merchant_id, link.company_id));
  if (!failed || !link || !payee?.isActive) return linkPath;
  try {
    return `/pay/${(await retryThroughLink(deps, link, failed)).payment.public_token}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const live = await findLiveRetryOfMerchant(deps.db, failed.merchant_id, failed.retry_root ?? failed.id);
    if (live) return `/pay/${live}`;
    if (error.code === 'PAYMENT_LINK_UNAVAILABLE') return linkPath;
    throw error;
  }
}
