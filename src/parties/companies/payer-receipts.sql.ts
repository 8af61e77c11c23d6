import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export async function updatePayerReceipts(tx: Tx, companyId: number, isOn: boolean): Promise<void> {
  await tx.query('UPDATE companies SET payer_receipts = $2 WHERE id = $1', [companyId, isOn]);
}

/** For the job that sends them: the companies of every merchant whose payers get a receipt. */
export async function listCompaniesWithReceipts(db: Db): Promise<{ id: number; merchant_id: number }[]> {
  return db.query('SELECT id, merchant_id FROM companies WHERE payer_receipts ORDER BY merchant_id');
}
