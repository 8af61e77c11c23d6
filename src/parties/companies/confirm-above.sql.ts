import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

/** Above so many cents the dashboard asks for the password again; null: never. */
export async function findConfirmAbove(db: Db, companyId: number): Promise<number | null> {
  const [row] = await db.query<{ confirm_above_cents: number | null }>(
    'SELECT confirm_above_cents FROM companies WHERE id = $1',
    [companyId],
  );
  return row?.confirm_above_cents ?? null;
}

export async function updateConfirmAbove(tx: Tx, companyId: number, cents: number | null): Promise<void> {
  await tx.query('UPDATE companies SET confirm_above_cents = $2 WHERE id = $1', [companyId, cents]);
}
