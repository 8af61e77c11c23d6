import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';

/** The caller has looked the company up, whoever it belongs to. */
export async function updateReminderDays(tx: Tx, companyId: number, days: readonly number[] | null): Promise<void> {
  await tx.query('UPDATE companies SET reminder_days = $2 WHERE id = $1', [companyId, days]);
}

export async function findReminderDays(tx: Tx, companyId: number): Promise<number[] | null> {
  const [row] = await tx.query<{ reminder_days: number[] | null }>(
    'SELECT reminder_days FROM companies WHERE id = $1',
    [companyId],
  );
  return row?.reminder_days ?? null;
}

/** For a statement of another owner: the merchants with a company that reminds its payers. */
export const MERCHANTS_THAT_REMIND = 'SELECT DISTINCT merchant_id FROM companies WHERE reminder_days IS NOT NULL';

/** By company; those that are switched off remind nobody. */
export async function listReminderDaysOfMerchant(db: Db, merchantId: number): Promise<Map<number, number[]>> {
  const rows = await db.query<{ id: number; reminder_days: number[] }>(
    `SELECT c.id, c.reminder_days FROM companies c ${joinMerchant('c.merchant_id')}
     WHERE c.merchant_id = $1 AND c.reminder_days IS NOT NULL AND c.status = 'ACTIVE' AND ${MERCHANT_IS_ACTIVE}`,
    [merchantId],
  );
  return new Map(rows.map(({ id, reminder_days }) => [id, reminder_days]));
}
