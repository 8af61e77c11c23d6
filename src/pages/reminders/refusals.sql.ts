import type { Db } from '../../ground/db/pool.ts';

export interface Refusal {
  merchantId: number;
  companyId: number;
  addressHash: Buffer;
}

export async function insertRefusal(db: Db, { merchantId, companyId, addressHash }: Refusal, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO reminder_refusals (merchant_id, company_id, address_hash, refused_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [merchantId, companyId, addressHash, at],
  );
}

export async function hasRefused(db: Db, { merchantId, companyId, addressHash }: Refusal): Promise<boolean> {
  const rows = await db.query(
    'SELECT FROM reminder_refusals WHERE merchant_id = $1 AND company_id = $2 AND address_hash = $3',
    [merchantId, companyId, addressHash],
  );
  return rows.length > 0;
}

export interface RefusedCompany {
  company_id: number;
  refused_at: Date;
}

/** The companies of the merchant that this address wants no reminders of. */
export async function listRefusalsOfMerchant(
  db: Db,
  merchantId: number,
  addressHash: Buffer,
): Promise<RefusedCompany[]> {
  return db.query(
    `SELECT company_id, refused_at FROM reminder_refusals WHERE merchant_id = $1 AND address_hash = $2
     ORDER BY company_id`,
    [merchantId, addressHash],
  );
}
