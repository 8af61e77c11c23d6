import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { instantReader } from '../../ground/lists/list-query.rules.ts';
import { MIN_AMOUNT_CENTS } from '../../ground/money/minimum-amount.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import { hasLateCapsOfMerchant } from '../../parties/companies/late-caps.sql.ts';
import { checkMetadataKeys } from '../orders/order-shape.rules.ts';
import { MAX_MONEY_CENTS } from '../orders/orders.schemas.ts';
import { checkLinkTerms, refuseDiscounts, storedTerms } from './link-terms.rules.ts';
import { linkTimeOf } from './link-time.ts';
import { checkOffer, isBill, LINK_METHODS, type LinkOffer, type PaymentLink } from './payment-links.rules.ts';
import type { NewLinkBody } from './payment-links.schemas.ts';
import { findLinkOfMerchant, hasLinkWithSlug, insertLink, type NewLink } from './payment-links.sql.ts';
import { checkReturnUrl } from './return-url.ts';

const readInstant = instantReader('end');

/** A new link of the merchant's company: first the shape, then the lookup, then the write. */
export async function createLink(deps: Deps, merchantId: number, body: NewLinkBody): Promise<PaymentLink> {
  const now = await deps.clock.now();
  const offer = offerIn(body);
  checkOffer(offer);
  refuseDiscounts(body);
  checkMetadataKeys(body.metadata ?? {});
  if (body.success_url !== undefined) checkReturnUrl(body.success_url, deps.config.mode);
  const expiresAt = body.expires_at === undefined ? null : readExpiry(body.expires_at, now);
  if (!(await findCompanyOfMerchant(deps.db, merchantId, body.company_id))) {
    throw new ApiError('COMPANY_NOT_FOUND', `company ${body.company_id} does not exist`, { field: 'company_id' });
  }
  const terms = storedTerms(body);
  const methods = body.methods ?? [...LINK_METHODS];
  const asked = { ...terms, methods, ...offer, open_amount: offer.openAmount };
  const hasLateCaps = await hasLateCapsOfMerchant(deps.db, merchantId, body.company_id);
  checkLinkTerms(asked, hasLateCaps, saoPauloDateOf(now));
  const publicId = deps.ids.paymentLinkId();
  return withTransaction(deps.db, async (tx) => {
    await insertUnderSlug(deps, tx, body.slug ?? null, {
      public_id: publicId,
      merchant_id: merchantId,
      company_id: body.company_id,
      title: body.title,
      description: body.description ?? null,
      methods,
      items: offer.items,
      shipping: offer.shipping,
      open_amount: offer.openAmount,
      quantity: offer.quantity,
      max_payments: body.max_payments ?? null,
      stock: body.stock ?? null,
      expires_at: expiresAt,
      due_days: body.due_days ?? null,
      ...terms,
      collect_address: body.collect_address ?? 'boleto',
      success_url: body.success_url ?? null,
      inactive_message: body.inactive_message ?? null,
      metadata: body.metadata ?? {},
      created_at: now,
    });
    await recordAudit(deps, tx, {
      merchantId,
      action: 'payment_link.created',
      object: { kind: 'payment_link', id: publicId },
      details: { company_id: body.company_id },
    });
    return (await findLinkOfMerchant(tx, merchantId, publicId, await linkTimeOf(deps, tx))) as PaymentLink;
  });
}

const MOST_DRAWN = 5;

/**
 * A merchant's own slugs are its own business. That of a bill must not be guessed: whoever finds it first would be its
 * payer. What other merchants have taken is not told: theirs and ours differ by what is drawn.
 */
async function insertUnderSlug(deps: Deps, tx: Tx, asked: string | null, link: Omit<NewLink, 'slug'>): Promise<void> {
  if (asked !== null && !isBill(link)) {
    if (await insertLink(tx, { ...link, slug: asked })) return;
    if (await hasLinkWithSlug(tx, link.merchant_id, asked))
      throw invalidField('slug', 'is taken by another link of yours');
  }
  for (let drawn = 0; drawn < MOST_DRAWN; drawn++) {
    const slug = asked === null ? deps.ids.slug() : `${asked}-${deps.ids.slugEnding()}`;
    if (await insertLink(tx, { ...link, slug })) return;
  }
  throw new Error(`no slug is free after ${MOST_DRAWN} draws`);
}

/** A link that is over from the start would only puzzle who opens it. */
export function readExpiry(text: string, now: Date): Date {
  const expiresAt = readInstant(text, 'expires_at');
  if (expiresAt <= now) throw invalidField('expires_at', `must be after ${now.toISOString()}`);
  return expiresAt;
}

/** Only what the interface names is stored; what is left out of a range has its widest bound. */
function offerIn({ items = [], shipping, open_amount: open, quantity }: NewLinkBody): LinkOffer {
  const shippingCents = shipping?.price ?? 0;
  return {
    items: items.map((item) => ({ name: item.name, quantity: item.quantity, price: item.price })),
    shipping: shipping ? { name: shipping.name, price: shipping.price } : null,
    openAmount: open
      ? {
          min: open.min ?? MIN_AMOUNT_CENTS,
          max: open.max ?? MAX_MONEY_CENTS - shippingCents,
          suggested: open.suggested ?? [],
        }
      : null,
    quantity: quantity ? { min: quantity.min ?? 1, max: quantity.max } : null,
  };
}
