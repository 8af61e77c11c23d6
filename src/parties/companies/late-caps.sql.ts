import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

/** The caller has looked the company up, whoever it belongs to. */
export async function updateLateCaps(tx: Tx, companyId: number, isOn: boolean): Promise<void> {
  await tx.query('UPDATE companies SET late_caps = $2 WHERE id = $1', [companyId, isOn]);
}

/** Whether what consumer law allows holds for the company; it does for one that the merchant does not have. */
export async function hasLateCapsOfMerchant(db: Db, merchantId: number, companyId: number): Promise<boolean> {
  const [row] = await db.query<{ late_caps: boolean }>(
    'SELECT late_caps FROM companies WHERE id = $1 AND merchant_id = $2',
    [companyId, merchantId],
  );
  return row?.late_caps ?? true;
}
