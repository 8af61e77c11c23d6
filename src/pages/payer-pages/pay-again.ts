import type { WithApprovals } from '../../gateway/alignment/approvals.ts';
import type { WithOrderWrites } from '../../gateway/orders/batch-writes.ts';
import { linkTimeOf } from '../../gateway/payment-links/link-time.ts';
import { retryThroughLink } from '../../gateway/payment-links/order-through-link.ts';
import { findLinkBySlug } from '../../gateway/payment-links/payment-links.sql.ts';
import { findLiveRetryOfMerchant } from '../../gateway/payments/link-payments.sql.ts';
import type { Payment } from '../../gateway/payments/payment.ts';
import { findPayment } from '../../gateway/payments/payments.sql.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { findPayeeOfMerchant } from '../../parties/companies/sellers.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';

/**
 * What the failed payment of a link leads to: a new one for the same order, or the one that was made before. Null leads
 * to the page of the link, which says why there can be none.
 */
export async function payAgain(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  failedId: number,
  slug: string,
  address: string,
): Promise<Pick<Payment, 'order_number' | 'public_token'> | null> {
  const [failed, link] = [
    await findPayment(deps.db, failedId),
    await findLinkBySlug(deps.db, slug, await linkTimeOf(deps)),
  ];
  const payee = link && (await findPayeeOfMerchant(deps.db, link.merchant_id, link.company_id));
  if (!failed || !link || !payee?.isActive) return null;
  try {
    return (await retryThroughLink(deps, link, failed, addressKeyOf(address))).payment;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const live = await findLiveRetryOfMerchant(deps.db, failed.merchant_id, failed.retry_root ?? failed.id);
    if (live || error.code === 'PAYMENT_LINK_UNAVAILABLE') return live;
    throw error;
  }
}
