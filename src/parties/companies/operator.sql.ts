import type { Db } from '../../ground/db/pool.ts';
import { joinMerchant } from '../merchants/merchants.sql.ts';

import type { PartnerCompany, PaymentPlan } from './seller.ts';

/** The operator of the gateway may see the companies of every merchant. No route of a merchant may use this file. */

export interface ListedCompany {
  id: number;
  name: string;
  document: string;
  status: string;
  merchant_id: number;
  merchant_name: string;
  merchant_status: string;
  active_tokens: number;
}

const LISTED = `
  SELECT c.id, c.name, c.document, c.status, c.merchant_id, merchant.name AS merchant_name,
    merchant.status AS merchant_status,
    (SELECT count(*) FROM company_access_tokens t WHERE t.company_id = c.id AND t.status = 'ACTIVE') AS active_tokens
  FROM companies c ${joinMerchant('c.merchant_id')}`;

export async function listEveryCompany(db: Db): Promise<ListedCompany[]> {
  return db.query(`${LISTED} ORDER BY c.id`);
}

/** Part of a statement of another owner: how many companies of the merchant take orders. */
export const countedCompanies = (merchantId: string) =>
  `(SELECT count(*) FROM companies c WHERE c.merchant_id = ${merchantId} AND c.status = 'ACTIVE')`;

/** Part of a statement of another owner: whether a company of the merchant has that in its name, or that document. */
export const merchantHasCompany = (merchantId: string, pattern: string, text: string) =>
  `EXISTS (SELECT FROM companies c
     WHERE c.merchant_id = ${merchantId} AND (c.name ILIKE ${pattern} OR c.document = ${text}))`;

export async function listCompaniesOf(db: Db, merchantId: number): Promise<ListedCompany[]> {
  return db.query(`${LISTED} WHERE c.merchant_id = $1 ORDER BY c.id`, [merchantId]);
}

export async function companyExists(db: Db, companyId: number): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM companies WHERE id = $1', [companyId]);
  return rows.length > 0;
}

export async function findMerchantOfCompany(db: Db, companyId: number): Promise<number | null> {
  const [row] = await db.query<{ merchant_id: number }>('SELECT merchant_id FROM companies WHERE id = $1', [companyId]);
  return row?.merchant_id ?? null;
}

export async function findActiveCompanies(db: Db, companyIds: readonly number[]): Promise<PartnerCompany[]> {
  return db.query(
    `SELECT id AS "companyId", merchant_id AS "merchantId", name AS "companyName"
     FROM companies WHERE id = ANY ($1) AND status = 'ACTIVE'`,
    [companyIds],
  );
}

/** What stops when a company takes no orders any more: its tokens, and orders of companies whose split names it. */
export async function countWhatStops(db: Db, companyId: number): Promise<{ access_tokens: number; splits: number }> {
  const [row] = await db.query<{ access_tokens: number; splits: number }>(
    `SELECT
       (SELECT count(*) FROM company_access_tokens t WHERE t.company_id = $1 AND t.status = 'ACTIVE') AS access_tokens,
       (SELECT count(DISTINCT s.company_id) FROM company_split_participants s JOIN companies c ON c.id = s.company_id
        WHERE s.participant_company_id = $1 AND s.company_id <> $1 AND c.status = 'ACTIVE') AS splits`,
    [companyId],
  );
  return row as { access_tokens: number; splits: number };
}

export interface CompanyNames {
  id: number;
  name: string;
  merchant_id: number;
  merchant_name: string;
}

/** Of companies that stand in a list of sums. */
export async function findCompanyNames(db: Db, companyIds: readonly number[]): Promise<CompanyNames[]> {
  return db.query(
    `SELECT c.id, c.name, c.merchant_id, merchant.name AS merchant_name
     FROM companies c ${joinMerchant('c.merchant_id')} WHERE c.id = ANY ($1::bigint[])`,
    [companyIds],
  );
}

export interface CompanyOverview {
  id: number;
  merchant_id: number;
  name: string;
  document: string;
  status: string;
  retention_basis_points: number;
  retention_days: number;
  payer_receipts: boolean;
  confirm_above_cents: number | null;
  late_caps: boolean;
  /** Days from the due date on which payers of boletos are reminded; null: never. */
  reminder_days: number[] | null;
  plans: PaymentPlan[];
  split: {
    company_id: number;
    merchantType: 'PRIMARY' | 'SECONDARY';
    type: 'PERCENTAGE' | 'FIXED';
    chargeFee: boolean;
    discountGrossAmount: boolean;
    amountSplit: number;
  }[];
}

export async function findCompanyOverview(db: Db, companyId: number): Promise<CompanyOverview | null> {
  const [company] = await db.query<CompanyOverview>(
    `SELECT id, merchant_id, name, document, status, retention_basis_points, retention_days, payer_receipts,
       confirm_above_cents, late_caps, reminder_days,
       (SELECT coalesce(jsonb_agg(to_jsonb(p) - 'company_id' ORDER BY p.payment_type DESC), '[]')
        FROM company_payment_plans p WHERE p.company_id = c.id) AS plans,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'company_id', s.participant_company_id, 'merchantType', s.merchant_type, 'type', s.type,
          'chargeFee', s.charge_fee, 'discountGrossAmount', s.discount_gross_amount, 'amountSplit', s.amount_split)
          ORDER BY s.position), '[]')
        FROM company_split_participants s WHERE s.company_id = c.id) AS split
     FROM companies c WHERE id = $1`,
    [companyId],
  );
  return company ?? null;
}

/** The merchant of all companies that charge through that acquirer; null where there are several, or none. */
export async function findOnlyMerchantOfAcquirer(db: Db, acquirer: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(
    `SELECT min(c.merchant_id) AS id FROM company_payment_plans p JOIN companies c ON c.id = p.company_id
     WHERE p.acquirer = $1 HAVING count(DISTINCT c.merchant_id) = 1`,
    [acquirer],
  );
  return row?.id ?? null;
}

/** The companies that charge some type of payment through that acquirer. */
export async function findCompaniesOfAcquirer(db: Db, acquirer: string): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    'SELECT DISTINCT company_id FROM company_payment_plans WHERE acquirer = $1 ORDER BY company_id',
    [acquirer],
  );
  return rows.map(({ company_id }) => company_id);
}
