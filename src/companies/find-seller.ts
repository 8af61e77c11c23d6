import type { Db } from '../db/pool.ts';
import { ApiError } from '../errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import type { PartnerCompany, PaymentType, Seller } from './seller.ts';
import { findSellerOfMerchantByToken } from './sellers.sql.ts';

/**
 * Finds the merchant's own active establishment by its access token, and the companies of the participants by theirs,
 * in their order. An unknown, revoked or foreign token of the establishment is refused, always alike; for a participant
 * it gives null.
 */
export async function findSeller(
  db: Db,
  merchantId: number,
  accessToken: string,
  paymentType: PaymentType,
  listed: readonly { accessToken: string }[],
): Promise<{ seller: Seller; partners: (PartnerCompany | null)[] }> {
  const hashes = listed.map((participant) => hashAccessToken(participant.accessToken));
  const found = await findSellerOfMerchantByToken(db, merchantId, hashAccessToken(accessToken), paymentType, hashes);
  if (!found) throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
  return { seller: found.seller, partners: hashes.map((hash) => found.named.get(hash.toString('hex')) ?? null) };
}
