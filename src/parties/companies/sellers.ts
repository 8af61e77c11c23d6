import type { Db } from '../../ground/db/pool.ts';
import { createRecent } from '../../ground/db/recent.ts';
import { ApiError } from '../../ground/errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import { findCompanyOfMerchant } from './companies.sql.ts';
import { unknownCompany } from './company.rules.ts';
import type { PartnerCompany, PaymentType, Seller } from './seller.ts';
import { findPartnersByToken, findSellerOfMerchantById, findSellerOfMerchantByToken } from './sellers.sql.ts';

/** Of each kind. A seller has at most twenty standing participants, so each is a few kilobytes at most. */
const MOST_KEPT = 2_000;

/** How an order says whose it is: by a token of the establishment, or by its id where the login is enough. */
export type NamedSeller = { accessToken: string } | { companyId: number };

/** The companies behind access tokens, as they were read a moment ago at most. */
export interface Sellers {
  /**
   * The merchant's own active establishment, and the companies behind the tokens of the participants, in their order.
   * Unknown, revoked and foreign tokens of the establishment are all refused alike, and so are unknown and foreign ids;
   * a participant's is null.
   */
  findSeller(
    merchantId: number,
    named: NamedSeller,
    paymentType: PaymentType,
    listed: readonly { accessToken: string }[],
  ): Promise<{ seller: Seller; partners: (PartnerCompany | null)[] }>;
}

export interface WithSellers {
  sellers: Sellers;
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

  const findByToken = async (merchantId: number, accessToken: string, paymentType: PaymentType) => {
    const hash = hashAccessToken(accessToken);
    const seller = await sellers.find(`${merchantId} ${paymentType} ${nameOf(hash)}`, () =>
      findSellerOfMerchantByToken(db, merchantId, hash, paymentType),
    );
    if (seller) return seller;
    throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
  };

  const findById = async (merchantId: number, companyId: number, paymentType: PaymentType) => {
    const seller = await sellers.find(`${merchantId} ${paymentType} company ${companyId}`, async () => {
      const found = await findSellerOfMerchantById(db, merchantId, companyId, paymentType, []);
      return found?.seller ?? null;
    });
    return seller ?? refuseCompany(db, merchantId, companyId);
  };

  return {
    async findSeller(merchantId, named, paymentType, listed) {
      const [seller, found] = await Promise.all([
        'accessToken' in named
          ? findByToken(merchantId, named.accessToken, paymentType)
          : findById(merchantId, named.companyId, paymentType),
        findPartners(listed.map((participant) => hashAccessToken(participant.accessToken))),
      ]);
      return { seller, partners: found };
    },
  };
}

/** For a company that was not found among the merchant's active ones. */
export async function refuseCompany(db: Db, merchantId: number, companyId: number): Promise<never> {
  if (!(await findCompanyOfMerchant(db, merchantId, companyId))) throw unknownCompany(companyId);
  throw new ApiError('ACCESS_TOKEN_INVALID', `company ${companyId} is inactive`);
}

function nameOf(hash: Buffer): string {
  return hash.toString('hex');
}
