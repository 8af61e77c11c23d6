import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { PayingCompany, PaymentPlan, PaymentType } from './seller.ts';

export interface CompanySummary {
  id: number;
  name: string;
  status: string;
}

export async function listCompaniesOfMerchant(db: Db, merchantId: number): Promise<CompanySummary[]> {
  return db.query('SELECT id, name, status FROM companies WHERE merchant_id = $1 ORDER BY id', [merchantId]);
}

export async function findPaymentPlan(
  db: Db,
  companyId: number,
  paymentType: PaymentType,
): Promise<PaymentPlan | null> {
  const [plan] = await db.query<PaymentPlan>(
    `SELECT payment_type, enabled, fee_fixed_cents, fee_basis_points, fee_on_refund, settlement_days, acquirer
     FROM company_payment_plans WHERE company_id = $1 AND payment_type = $2`,
    [companyId, paymentType],
  );
  return plan ?? null;
}

export interface NewCompany {
  merchantId: number;
  name: string;
  document: string;
  addressLine: string;
  city: string;
  state: string;
  zipCode: string;
  now: Date;
}

export async function insertCompany(tx: Tx, company: NewCompany): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO companies (merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id`,
    [
      company.merchantId,
      company.name,
      company.document,
      company.addressLine,
      company.city,
      company.state,
      company.zipCode,
      company.now,
    ],
  );
  return (row as { id: number }).id;
}

export async function upsertPaymentPlan(tx: Tx, companyId: number, plan: PaymentPlan): Promise<void> {
  await tx.query(
    `INSERT INTO company_payment_plans
       (company_id, payment_type, enabled, fee_fixed_cents, fee_basis_points, fee_on_refund, settlement_days, acquirer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (company_id, payment_type) DO UPDATE SET enabled = EXCLUDED.enabled,
       fee_fixed_cents = EXCLUDED.fee_fixed_cents, fee_basis_points = EXCLUDED.fee_basis_points,
       fee_on_refund = EXCLUDED.fee_on_refund, settlement_days = EXCLUDED.settlement_days,
       acquirer = EXCLUDED.acquirer`,
    [
      companyId,
      plan.payment_type,
      plan.enabled,
      plan.fee_fixed_cents,
      plan.fee_basis_points,
      plan.fee_on_refund,
      plan.settlement_days,
      plan.acquirer,
    ],
  );
}

export interface CompanySettings {
  name: string;
  status: 'ACTIVE' | 'INACTIVE';
  retention_basis_points: number;
  retention_days: number;
}

export async function lockCompanySettings(tx: Tx, companyId: number): Promise<CompanySettings | null> {
  const [row] = await tx.query<CompanySettings>(
    'SELECT name, status, retention_basis_points, retention_days FROM companies WHERE id = $1 FOR UPDATE',
    [companyId],
  );
  return row ?? null;
}

export async function updateCompanySettings(
  tx: Tx,
  companyId: number,
  settings: CompanySettings,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE companies SET name = $2, status = $3, retention_basis_points = $4, retention_days = $5, updated_at = $6
     WHERE id = $1`,
    [companyId, settings.name, settings.status, settings.retention_basis_points, settings.retention_days, now],
  );
}

/**
 * For what is decided by counting or replacing what a company has: its turn lasts as long as the transaction. Orders,
 * whose rows refer to the company, do not wait for it. Answers whether the company exists.
 */
export async function lockCompany(tx: Tx, companyId: number): Promise<{ merchantId: number } | null> {
  const [company] = await tx.query<{ merchantId: number }>(
    'SELECT merchant_id AS "merchantId" FROM companies WHERE id = $1 FOR NO KEY UPDATE',
    [companyId],
  );
  return company ?? null;
}

export interface FixedParticipant {
  participantCompanyId: number;
  merchantType: 'PRIMARY' | 'SECONDARY';
  type: 'PERCENTAGE' | 'FIXED';
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
}

export async function listFixedSplit(db: Db, companyId: number): Promise<FixedParticipant[]> {
  return db.query<FixedParticipant>(
    `SELECT participant_company_id AS "participantCompanyId", merchant_type AS "merchantType", type,
       charge_fee AS "chargeFee", discount_gross_amount AS "discountGrossAmount", amount_split AS "amountSplit"
     FROM company_split_participants WHERE company_id = $1 ORDER BY position`,
    [companyId],
  );
}

export async function replaceFixedSplit(tx: Tx, companyId: number, participants: FixedParticipant[]): Promise<void> {
  await tx.query('DELETE FROM company_split_participants WHERE company_id = $1', [companyId]);
  for (const [position, participant] of participants.entries()) {
    await tx.query(
      `INSERT INTO company_split_participants
         (company_id, position, participant_company_id, merchant_type, type,
          charge_fee, discount_gross_amount, amount_split)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        companyId,
        position,
        participant.participantCompanyId,
        participant.merchantType,
        participant.type,
        participant.chargeFee,
        participant.discountGrossAmount,
        participant.amountSplit,
      ],
    );
  }
}

const FIND_OF_MERCHANT = statement(
  'SELECT id, merchant_id, name, document, city, status FROM companies WHERE id = $1 AND merchant_id = $2',
);

export async function findCompanyOfMerchant(
  db: Db,
  merchantId: number,
  companyId: number,
): Promise<(PayingCompany & { status: string }) | null> {
  const [company] = await db.query<PayingCompany & { status: string }>(FIND_OF_MERCHANT, [companyId, merchantId]);
  return company ?? null;
}

/** Whether every one of these companies belongs to this merchant. */
export async function areCompaniesOfMerchant(
  db: Db,
  merchantId: number,
  companyIds: readonly number[],
): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(
    'SELECT count(*) AS found FROM companies WHERE merchant_id = $1 AND id = ANY ($2::bigint[])',
    [merchantId, companyIds],
  );
  return row?.found === companyIds.length;
}

/** Those of them that are the merchant's own. */
export async function filterCompaniesOfMerchant(
  db: Db,
  merchantId: number,
  companyIds: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM companies WHERE merchant_id = $1 AND id = ANY ($2::bigint[])',
    [merchantId, companyIds],
  );
  return rows.map(({ id }) => id);
}
