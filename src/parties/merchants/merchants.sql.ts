import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { INSTALLATION } from './installation.rules.ts';

/** Joins, to rows that name a merchant in `idColumn`, that merchant under the name `merchant`. */
export const joinMerchant = (idColumn: string) => `JOIN merchants merchant ON merchant.id = ${idColumn}`;

/** Every merchant under the name `merchant`, for a statement that goes through the rows of one after the other. */
export const EACH_MERCHANT = `(SELECT id FROM merchants WHERE id <> ${INSTALLATION}) merchant`;

/** Every merchant as operators see it, for a statement that adds conditions. */
export const LISTED_MERCHANTS = {
  columns: 'merchant.id, merchant.name, merchant.status, merchant.requires_otp, merchant.is_demo, merchant.created_at',
  from: `FROM merchants merchant WHERE merchant.id <> ${INSTALLATION}`,
};

/** Needs `joinMerchant` in the same statement: the merchant may log in and take part in payments. */
export const MERCHANT_IS_ACTIVE = `merchant.status = 'ACTIVE'`;

/** Needs `joinMerchant` in the same statement: whoever logs in for the merchant needs a second factor. */
export const MERCHANT_REQUIRES_OTP = 'merchant.requires_otp';

export async function insertMerchant(tx: Tx, merchant: { name: string; isDemo: boolean; now: Date }): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'INSERT INTO merchants (name, is_demo, created_at) VALUES ($1, $2, $3) RETURNING id',
    [merchant.name, merchant.isDemo, merchant.now],
  );
  return (row as { id: number }).id;
}

export async function updateMerchantStatus(
  tx: Tx,
  merchantId: number,
  status: 'ACTIVE' | 'INACTIVE',
): Promise<boolean> {
  const rows = await tx.query('UPDATE merchants SET status = $2 WHERE id = $1 AND id <> $3 RETURNING id', [
    merchantId,
    status,
    INSTALLATION,
  ]);
  return rows.length > 0;
}

/** Until the transaction ends, others that lock this merchant wait. Rows that only refer to it can still be written. */
export async function lockMerchant(tx: Tx, merchantId: number): Promise<void> {
  await tx.query('SELECT FROM merchants WHERE id = $1 FOR NO KEY UPDATE', [merchantId]);
}

export async function merchantExists(db: Db, merchantId: number): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM merchants WHERE id = $1 AND id <> $2', [merchantId, INSTALLATION]);
  return rows.length > 0;
}

export async function isMerchantActive(db: Db, merchantId: number): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM merchants WHERE id = $1 AND status = 'ACTIVE'", [merchantId]);
  return rows.length > 0;
}

export async function hasDemoMerchant(db: Db): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM merchants WHERE is_demo LIMIT 1');
  return rows.length > 0;
}

export async function hasAnyMerchant(db: Db): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM merchants WHERE id <> $1 LIMIT 1', [INSTALLATION]);
  return rows.length > 0;
}

export interface MerchantSettings {
  name: string;
  requires_otp: boolean;
}

export async function findMerchantSettings(db: Db, merchantId: number): Promise<MerchantSettings> {
  const [row] = await db.query<MerchantSettings>('SELECT name, requires_otp FROM merchants WHERE id = $1', [
    merchantId,
  ]);
  return row as MerchantSettings;
}

export async function updateRequiresOtp(tx: Tx, merchantId: number, requiresOtp: boolean): Promise<void> {
  await tx.query('UPDATE merchants SET requires_otp = $2 WHERE id = $1', [merchantId, requiresOtp]);
}

export async function findMerchantName(db: Db, merchantId: number): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM merchants WHERE id = $1', [merchantId]);
  return row?.name ?? '';
}

export async function findActiveMerchantName(db: Db, merchantId: number): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(
    `SELECT merchant.name FROM merchants merchant WHERE merchant.id = $1 AND ${MERCHANT_IS_ACTIVE}`,
    [merchantId],
  );
  return row?.name ?? null;
}
