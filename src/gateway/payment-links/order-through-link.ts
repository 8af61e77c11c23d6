import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { findSellerOfMerchantById } from '../../parties/companies/sellers.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import type { WithOrderWrites } from '../orders/batch-writes.ts';
import { createPayment } from '../orders/create-payment.ts';
import type { Created, StoreOrder } from '../orders/issue-payment.ts';
import type { OrderCustomer } from '../orders/order.ts';
import { insertOrders } from '../orders/orders.sql.ts';
import { retryPayment } from '../orders/retry-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { nameHolder, readHeldByAddress, releaseHoldsOfLink } from './link-holds.sql.ts';
import { termsOfLink } from './link-terms.rules.ts';
import { linkTimeOf } from './link-time.ts';
import {
  holdsTooMuch,
  type LinkMethod,
  orderedItems,
  type PaymentLink,
  unitsIn,
  whyUnavailable,
} from './payment-links.rules.ts';
import { findLinkOfMerchant, lockLinkOfMerchant } from './payment-links.sql.ts';

/** What a payer wants of a link. */
export interface LinkOrder {
  method: LinkMethod;
  units: number;
  /** What the payer wrote where the amount is open, else null. */
  amountCents: number | null;
  customer: OrderCustomer;
}

/** An order needs one, also where nothing is sent. */
const NO_SHIPPING = { name: 'Sem entrega', price: 0 };

/**
 * The door of a link's page: nobody has logged in, and the link says what is sold, by whom and for how much. The
 * address, as limits count addresses, holds a place until it has paid.
 */
export async function orderThroughLink(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  link: PaymentLink,
  wanted: LinkOrder,
  address: string,
  claim: KeyClaim | null,
): Promise<Created> {
  const found = await findSellerOfMerchantById(deps.db, link.merchant_id, link.company_id, wanted.method, []);
  if (!found) throw unavailable(link, 'DISABLED');
  const at = await deps.clock.now();
  const items = orderedItems(link, wanted.units, wanted.amountCents);
  const subtotalCents = items.reduce((sum, item) => sum + item.quantity * item.price, 0);
  const shipping = link.shipping ?? NO_SHIPPING;
  const totalCents = subtotalCents + shipping.price;
  const today = saoPauloDateOf(at);
  const dueDate = wanted.method === 'invoice' && link.due_days !== null ? addDays(today, link.due_days) : null;
  const order = {
    seller: found.seller,
    participants: [],
    paymentType: wanted.method,
    subtotalCents,
    totalCents,
    customer: wanted.customer,
    // A stranger wrote them: what the merchant knows of a customer stays as it is.
    updatesCustomer: false,
    items,
    shipping,
    metadata: link.metadata,
    paymentLinkId: link.public_id,
    isByMerchant: false,
    dueDate,
    boletoTerms: termsOfLink(link, wanted.method, totalCents, today),
    externalId: null,
    retry: null,
  };
  return createPayment(deps, order, at, claim, storeInPlace(deps, link, wanted.units, address));
}

/** A payment of a link has failed: another for the same order, if the link has a place for it. */
export async function retryThroughLink(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  link: PaymentLink,
  failed: Payment,
  address: string,
): Promise<Created> {
  const byPayer = { ...failed, ordered_by_merchant: false };
  return retryPayment(deps, byPayer, null, storeInPlace(deps, link, unitsIn(link, failed.items), address));
}

/** The same for a merchant who tries a payment again: nobody sells more than the link has, and no address holds it. */
export async function placeForRetryOf(deps: Deps, failed: Payment): Promise<StoreOrder | undefined> {
  if (failed.payment_link_id === null) return undefined;
  const time = await linkTimeOf(deps);
  const link = await findLinkOfMerchant(deps.db, failed.merchant_id, failed.payment_link_id, time);
  return link ? storeInPlace(deps, link, unitsIn(link, failed.items), null) : undefined;
}

/**
 * The first write of an order through a link. Under the lock on the link's row nobody else takes a place, so that of
 * two buyers of the last unit one gets it. The place is the stored payment itself: whoever dies in between leaves a
 * payment that the safety net ends, and nothing that only holds a place.
 */
function storeInPlace(deps: Deps, known: PaymentLink, units: number, address: string | null): StoreOrder {
  const { merchant_id, public_id } = known;
  return (rows) =>
    withTransaction(deps.db, async (tx) => {
      await lockLinkOfMerchant(tx, merchant_id, public_id);
      const time = await linkTimeOf(deps, tx);
      await releaseHoldsOfLink(tx, known, time);
      const link = await findLinkOfMerchant(tx, merchant_id, public_id, time);
      if (!link) throw new Error(`payment link ${public_id} does not exist`);
      const reason = whyUnavailable(link, units);
      if (reason) throw unavailable(link, reason);
      if (address !== null && holdsTooMuch(link, await readHeldByAddress(tx, link, address), units))
        throw unavailable(link, 'HELD_BY_ADDRESS');
      const [payment = null] = await insertOrders(tx, [rows]);
      if (payment && address !== null) await nameHolder(tx, link, payment.id, address);
      return payment;
    });
}

function unavailable({ public_id }: PaymentLink, reason: string): ApiError {
  return new ApiError('PAYMENT_LINK_UNAVAILABLE', `payment link ${public_id} is ${reason}`, { details: { reason } });
}
