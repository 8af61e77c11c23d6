import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import type { PaymentType } from '../../parties/companies/seller.ts';
import { findSellerOfMerchantById } from '../../parties/companies/sellers.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import { termsToday } from '../boleto-terms/terms.rules.ts';
import { readCustomerOfMerchant } from '../customers/customer-data.sql.ts';
import { isRemovedDocument } from '../customers/removed.rules.ts';
import { hasOpenDivergence } from '../divergences/divergences.sql.ts';
import type { Payment } from '../payments/payment.ts';
import { FAILED, STATUS_NAMES } from '../payments/status.rules.ts';
import { listDynamicTerms } from '../splits/splits.sql.ts';
import type { WithOrderWrites } from './batch-writes.ts';
import { createPayment } from './create-payment.ts';
import type { Created, StoreOrder } from './issue-payment.ts';
import type { Order } from './order.ts';
import { isOrderedByMerchant } from './ordered-by.rules.ts';

const UNIQUE_VIOLATION = '23505';
const ONE_LIVE_RETRY = 'payments_one_live_retry';

/**
 * A new payment for the order of a failed one. The split is checked anew; a due date that has passed gets the default.
 */
export async function retryPayment(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  failed: Payment,
  claim: KeyClaim | null,
  store?: StoreOrder,
): Promise<Created> {
  if (failed.status !== FAILED)
    throw notFailed(`transaction is ${STATUS_NAMES[failed.status]}; only FAILED can be retried`);
  const orderRoot = failed.retry_root ?? failed.id;
  if (await hasOpenDivergence(deps.db, orderRoot))
    throw notFailed('money of this order is in dispute; resolve its divergence first');
  const customer = await readCustomerOfMerchant(deps.db, failed.merchant_id, failed.customer_id);
  if (!customer || isRemovedDocument(customer.document))
    throw notFailed('the data of its customer were removed; a new order is needed');
  const order = await orderOf(deps, failed, orderRoot);
  const at = await deps.clock.now();
  try {
    const today = saoPauloDateOf(at);
    const dueDate = dueDateOf(failed.due_date, today);
    const boletoTerms = termsToday(failed.boleto_terms, today);
    return await createPayment(deps, { ...order, dueDate, boletoTerms }, at, claim, store);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    // Two retries at once: the index lets one pass.
    if (code === UNIQUE_VIOLATION && constraint === ONE_LIVE_RETRY)
      throw notFailed('this order has a retry that is open or paid');
    throw error;
  }
}

/** The order that a payment was for, with the companies as they are now. */
async function orderOf(
  deps: Deps,
  failed: Payment,
  orderRoot: number,
): Promise<Omit<Order, 'dueDate' | 'boletoTerms'>> {
  const paymentType = failed.payment_type as PaymentType;
  const listed = await listDynamicTerms(deps.db, failed.id);
  const companyIds = listed.map(({ companyId }) => companyId);
  const found = await findSellerOfMerchantById(deps.db, failed.merchant_id, failed.company_id, paymentType, companyIds);
  if (!found) throw new ApiError('ACCESS_TOKEN_INVALID', 'the establishment of this transaction is inactive');
  return {
    seller: found.seller,
    participants: listed.map(({ companyId, ...terms }) => ({
      ...terms,
      source: 'dynamic',
      path: null,
      company: found.named.get(companyId) ?? null,
    })),
    paymentType,
    subtotalCents: failed.amount_cents - failed.shipping.price,
    totalCents: failed.amount_cents,
    customer: {
      document: failed.customer_document,
      name: failed.customer_name,
      email: failed.customer_email,
      phone: failed.customer_phone,
      address: failed.customer_address,
      ip: failed.customer_ip,
    },
    updatesCustomer: false,
    items: failed.items,
    shipping: failed.shipping,
    metadata: failed.metadata,
    paymentLinkId: failed.payment_link_id,
    isByMerchant: isOrderedByMerchant(failed),
    externalId: failed.external_id,
    retry: { of: failed.id, root: orderRoot },
  };
}

function dueDateOf(former: string | null, today: string): string | null {
  return former !== null && former >= today ? former : null;
}

function notFailed(detail: string): ApiError {
  return new ApiError('TRANSACTION_NOT_FAILED', detail);
}
