import type { Db } from '../db/pool.ts';
import { createRecent } from '../db/recent.ts';
import { ApiError } from '../errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import type { PartnerCompany, PaymentType, Seller } from './seller.ts';
import { findPartnersByToken, findSellerOfMerchantByToken } from './sellers.sql.ts';

/** Of each kind. A seller has at most twenty standing participants, so each is a few kilobytes at most. */
const MOST_KEPT = 2_000;

/** The companies behind access tokens, as they were read a moment ago at most. */
export interface Sellers {
  /**
   * The merchant's own active establishment behind an access token, and the companies behind those of the participants,
   * in their order. Unknown, revoked and foreign tokens of the establishment are all refused alike; a participant's is
   * null.
   */
  findSeller(
    merchantId: number,
    accessToken: string,
    paymentType: PaymentType,
    listed: readonly { accessToken: string }[],
  ): Promise<{ seller: Seller; partners: (PartnerCompany | null)[] }>;
}

export function createSellers(db: Db, realNow: () => Date): Sellers {
  const sellers = createRecent<string, Seller>(MOST_KEPT, realNow);
  const partners = createRecent<string, PartnerCompany>(MOST_KEPT, realNow);

  const findPartners = (hashes: readonly Buffer[]) => {
    let reading: Promise<Map<string, PartnerCompany>> | null = null;
    const readAll = () => {
      reading ??= findPartnersByToken(db, hashes);
      return reading;
    };
    return Promise.all(
      hashes
        .map((hash) => nameOf(hash))
        .map((name) => partners.find(name, async () => (await readAll()).get(name) ?? null)),
    );
  };

  return {
    async findSeller(merchantId, accessToken, paymentType, listed) {
      const hash = hashAccessToken(accessToken);
      const [seller, named] = await Promise.all([
        sellers.find(`${merchantId} ${paymentType} ${nameOf(hash)}`, () =>
          findSellerOfMerchantByToken(db, merchantId, hash, paymentType),
        ),
        findPartners(listed.map((participant) => hashAccessToken(participant.accessToken))),
      ]);
      if (!seller)
        throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
      return { seller, partners: named };
    },
  };
}

function nameOf(hash: Buffer): string {
  return hash.toString('hex');
}
