import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { hasLateCapsOfMerchant } from '../../parties/companies/late-caps.sql.ts';
import { readExpiry } from './create-link.ts';
import { checkLinkTerms, storedTerms } from './link-terms.rules.ts';
import { linkTimeOf } from './link-time.ts';
import { type PaymentLink, refuseToBecomeBill } from './payment-links.rules.ts';
import type { LinkChangeBody } from './payment-links.schemas.ts';
import { findLinkOfMerchant, type LinkChange, lockLinkOfMerchant, updateLinkOfMerchant } from './payment-links.sql.ts';
import { checkReturnUrl } from './return-url.ts';

/** Only what the body names; null takes a limit or a text away. */
export async function changeLink(
  deps: Deps,
  merchantId: number,
  publicId: string,
  { expires_at: expiry, ...body }: LinkChangeBody,
): Promise<PaymentLink> {
  const now = await deps.clock.now();
  if (typeof body.success_url === 'string') checkReturnUrl(body.success_url, deps.config.mode);
  const expiresAt = typeof expiry === 'string' ? readExpiry(expiry, now) : expiry;
  const named = storedTerms(body);
  const change: LinkChange = {
    ...body,
    ...(body.fine === undefined ? {} : { fine: named.fine }),
    ...(body.interest === undefined ? {} : { interest: named.interest }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  };
  const changed = await withTransaction(deps.db, async (tx) => {
    const before = await lockLinkOfMerchant(tx, merchantId, publicId);
    if (!before) return null;
    refuseToBecomeBill(before, change);
    if (TERMS.some((term) => term in change)) await checkChangedTerms(deps, tx, merchantId, publicId, change, now);
    await updateLinkOfMerchant(tx, merchantId, publicId, change, now);
    await recordAudit(deps, tx, {
      merchantId,
      action: 'payment_link.changed',
      object: { kind: 'payment_link', id: publicId },
      details: { changed: Object.keys(change) },
    });
    return findLinkOfMerchant(tx, merchantId, publicId, await linkTimeOf(deps, tx));
  });
  return changed ?? unknownLink(publicId);
}

const TERMS = ['fine', 'interest', 'payable_days_after_due'] as const;

/** The link as it would be: what is left of its terms has to go with what is new. */
async function checkChangedTerms(
  deps: Deps,
  tx: Tx,
  merchantId: number,
  publicId: string,
  change: LinkChange,
  now: Date,
): Promise<void> {
  const before = await findLinkOfMerchant(tx, merchantId, publicId, await linkTimeOf(deps, tx));
  if (!before) return;
  const hasLateCaps = await hasLateCapsOfMerchant(tx, merchantId, before.company_id);
  checkLinkTerms({ ...before, ...change }, hasLateCaps, saoPauloDateOf(now));
}

export function unknownLink(publicId: string): never {
  throw new ApiError('PAYMENT_LINK_NOT_FOUND', `payment link ${publicId} does not exist`);
}
