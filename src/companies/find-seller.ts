import type { Db } from '../db/pool.ts';
import { ApiError } from '../errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import type { PartnerCompany, PaymentType, Seller } from './seller.ts';
import { findSellerOfMerchantByToken } from './sellers.sql.ts';

/**
 * The merchant's own active establishment behind an access token, and the companies behind those of the participants, in their
 * order. Unknown, revoked and foreign tokens of the establishment are all refused alike; a participant's is null.
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
