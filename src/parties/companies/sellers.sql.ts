import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';
import type { PartnerCompany, PayingCompany, PaymentPlan, PaymentType, Seller, StandingParticipant } from './seller.ts';

interface SellerRow extends PayingCompany {
  plan: PaymentPlan | null;
  pixPlan: Seller['pixPlan'];
  standing: StandingParticipant[];
  hasLateCaps: boolean;
}

const PARTNER = `jsonb_build_object(
  'companyId', partner.id, 'merchantId', partner.merchant_id, 'companyName', partner.name)`;
const IS_ACTIVE = `partner.status = 'ACTIVE' AND ${MERCHANT_IS_ACTIVE}`;
const MERCHANT = joinMerchant('partner.merchant_id');

/** All of it in one round trip; $3 is the type of payment. */
const SELLER = `
  c.id, c.merchant_id, c.name, c.document, c.city, c.late_caps AS "hasLateCaps",
  (SELECT to_jsonb(p) - 'company_id' FROM company_payment_plans p
   WHERE p.company_id = c.id AND p.payment_type = $3) AS plan,
  (SELECT jsonb_build_object('acquirer', p.acquirer) FROM company_payment_plans p
   WHERE p.company_id = c.id AND p.payment_type = 'pix' AND p.enabled) AS "pixPlan",
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
       'merchantType', s.merchant_type, 'type', s.type, 'chargeFee', s.charge_fee,
       'discountGrossAmount', s.discount_gross_amount, 'amountSplit', s.amount_split,
       'company', CASE WHEN ${IS_ACTIVE} THEN ${PARTNER} END) ORDER BY s.position), '[]')
   FROM company_split_participants s JOIN companies partner ON partner.id = s.participant_company_id ${MERCHANT}
   WHERE s.company_id = c.id) AS standing`;

const BY_TOKEN = statement(
  `SELECT ${SELLER} FROM company_access_tokens t JOIN companies c ON c.id = t.company_id
   WHERE t.token_hash = $2 AND t.status = 'ACTIVE' AND c.status = 'ACTIVE' AND c.merchant_id = $1`,
);

/** By the hash of an active token of this merchant. */
export async function findSellerOfMerchantByToken(
  db: Db,
  merchantId: number,
  tokenHash: Buffer,
  paymentType: PaymentType,
): Promise<Seller | null> {
  const [row] = await db.query<SellerRow>(BY_TOKEN, [merchantId, tokenHash, paymentType]);
  return row ? sellerIn(row) : null;
}

const PARTNERS_BY_TOKEN = statement(
  `SELECT encode(n.token_hash, 'hex') AS hash, ${PARTNER} AS company
   FROM company_access_tokens n JOIN companies partner ON partner.id = n.company_id ${MERCHANT}
   WHERE n.token_hash = ANY ($1::bytea[]) AND n.status = 'ACTIVE' AND ${IS_ACTIVE}`,
);

/** Active companies of any merchant, by the hashes of their tokens in hex. */
export async function findPartnersByToken(
  db: Db,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, PartnerCompany>> {
  const rows = await db.query<{ hash: string; company: PartnerCompany }>(PARTNERS_BY_TOKEN, [tokenHashes]);
  return new Map(rows.map(({ hash, company }) => [hash, company]));
}

/** By its id, where no token names the company; and the active ones of other companies that are named by theirs. */
export async function findSellerOfMerchantById(
  db: Db,
  merchantId: number,
  companyId: number,
  paymentType: PaymentType,
  namedCompanies: readonly number[],
): Promise<{ seller: Seller; named: Map<number, PartnerCompany> } | null> {
  const [row] = await db.query<SellerRow & { named: PartnerCompany[] }>(
    `SELECT ${SELLER}, (
       SELECT coalesce(jsonb_agg(${PARTNER}), '[]') FROM companies partner ${MERCHANT}
       WHERE partner.id = ANY ($4::bigint[]) AND ${IS_ACTIVE}
     ) AS named
     FROM companies c WHERE c.id = $2 AND c.status = 'ACTIVE' AND c.merchant_id = $1`,
    [merchantId, companyId, paymentType, namedCompanies],
  );
  if (!row) return null;
  const { named, ...seller } = row;
  return { seller: sellerIn(seller), named: new Map(named.map((company) => [company.companyId, company])) };
}

/**
 * The active ones among these that a merchant may name by their id in the split of its company: its own companies, and
 * those that take part already. What anybody else's id stands for, nobody learns.
 */
export async function findNameablePartners(
  db: Db,
  merchantId: number,
  companyId: number,
  partnerIds: readonly number[],
): Promise<Map<number, PartnerCompany>> {
  const rows = await db.query<{ company: PartnerCompany }>(
    `SELECT ${PARTNER} AS company FROM companies partner ${MERCHANT}
     WHERE partner.id = ANY ($3::bigint[]) AND ${IS_ACTIVE} AND (partner.merchant_id = $1 OR EXISTS (
       SELECT 1 FROM company_split_participants s
       WHERE s.company_id = $2 AND s.participant_company_id = partner.id))`,
    [merchantId, companyId, partnerIds],
  );
  return new Map(rows.map(({ company }) => [company.companyId, company]));
}

/** Whom the public page of a company is for, and whether anybody may pay it now. */
export async function findPayeeOfMerchant(
  db: Db,
  merchantId: number,
  companyId: number,
): Promise<{ name: string; document: string; isActive: boolean } | null> {
  const [row] = await db.query<{ name: string; document: string; isActive: boolean }>(
    `SELECT partner.name, partner.document, ${IS_ACTIVE} AS "isActive" FROM companies partner ${MERCHANT}
     WHERE partner.merchant_id = $1 AND partner.id = $2`,
    [merchantId, companyId],
  );
  return row ?? null;
}

function sellerIn({ plan, pixPlan, standing, hasLateCaps, ...company }: SellerRow): Seller {
  return { company, plan, pixPlan, standing, hasLateCaps };
}
