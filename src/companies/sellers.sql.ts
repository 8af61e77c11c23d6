import type { Db } from '../db/pool.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';
import type { PartnerCompany, PayingCompany, PaymentPlan, PaymentType, Seller, StandingParticipant } from './seller.ts';

/** The seller, and the active companies that the order names as participants, each by what it was named by. */
export interface FoundSeller<Name> {
  seller: Seller;
  named: Map<Name, PartnerCompany>;
}

interface SellerRow extends PayingCompany {
  plan: PaymentPlan | null;
  standing: StandingParticipant[];
  named: { name: string | number; company: PartnerCompany }[];
}

const PARTNER = `jsonb_build_object('companyId', partner.id, 'merchantId', partner.merchant_id, 'companyName', partner.name)`;
const IS_ACTIVE = `partner.status = 'ACTIVE' AND ${MERCHANT_IS_ACTIVE}`;
const MERCHANT = joinMerchant('partner.merchant_id');

/** Everything in one round trip. `named` answers what the order's participants are called by and which companies those are. */
const sellerColumns = (named: string) => `
  c.id, c.merchant_id, c.name, c.document, c.city,
  (SELECT to_jsonb(p) - 'company_id' FROM company_payment_plans p WHERE p.company_id = c.id AND p.payment_type = $3) AS plan,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('merchantType', s.merchant_type, 'type', s.type, 'chargeFee', s.charge_fee,
       'discountGrossAmount', s.discount_gross_amount, 'amountSplit', s.amount_split,
       'company', CASE WHEN ${IS_ACTIVE} THEN ${PARTNER} END) ORDER BY s.position), '[]')
   FROM company_split_participants s JOIN companies partner ON partner.id = s.participant_company_id ${MERCHANT}
   WHERE s.company_id = c.id) AS standing,
  (${named}) AS named`;

/** By the hash of an active token of this merchant; participants, of any merchant, by the hashes of theirs, in hex. */
export async function findSellerOfMerchantByToken(
  db: Db,
  merchantId: number,
  tokenHash: Buffer,
  paymentType: PaymentType,
  namedTokens: readonly Buffer[],
): Promise<FoundSeller<string> | null> {
  const [row] = await db.query<SellerRow>(
    `SELECT ${sellerColumns(`
       SELECT coalesce(jsonb_agg(jsonb_build_object('name', encode(n.token_hash, 'hex'), 'company', ${PARTNER})), '[]')
       FROM company_access_tokens n JOIN companies partner ON partner.id = n.company_id ${MERCHANT}
       WHERE n.token_hash = ANY ($4::bytea[]) AND n.status = 'ACTIVE' AND ${IS_ACTIVE}`)}
     FROM company_access_tokens t JOIN companies c ON c.id = t.company_id
     WHERE t.token_hash = $2 AND t.status = 'ACTIVE' AND c.status = 'ACTIVE' AND c.merchant_id = $1`,
    [merchantId, tokenHash, paymentType, namedTokens],
  );
  return row ? foundIn<string>(row) : null;
}

/** By its id, where an earlier payment or the merchant's own settings name the company; participants by theirs. */
export async function findSellerOfMerchantById(
  db: Db,
  merchantId: number,
  companyId: number,
  paymentType: PaymentType,
  namedCompanies: readonly number[],
): Promise<FoundSeller<number> | null> {
  const [row] = await db.query<SellerRow>(
    `SELECT ${sellerColumns(`
       SELECT coalesce(jsonb_agg(jsonb_build_object('name', partner.id, 'company', ${PARTNER})), '[]')
       FROM companies partner ${MERCHANT} WHERE partner.id = ANY ($4::bigint[]) AND ${IS_ACTIVE}`)}
     FROM companies c WHERE c.id = $2 AND c.status = 'ACTIVE' AND c.merchant_id = $1`,
    [merchantId, companyId, paymentType, namedCompanies],
  );
  return row ? foundIn<number>(row) : null;
}

function foundIn<Name>({ plan, standing, named, ...company }: SellerRow): FoundSeller<Name> {
  return { seller: { company, plan, standing }, named: new Map(named.map(({ name, company }) => [name as Name, company])) };
}
