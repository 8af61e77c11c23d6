import type { Db } from '../../ground/db/pool.ts';

/** For the owner of the tables alone: the database refuses it to the service. */
export async function storeKeptDays(owner: Db, days: number): Promise<void> {
  if ((await findKeptDays(owner)) === days) return;
  await owner.query(
    `INSERT INTO audit_log_keeping (days) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET days = EXCLUDED.days`,
    [days],
  );
}

/** For how many days the database keeps an entry at least. */
export async function findKeptDays(db: Db): Promise<number | null> {
  const [row] = await db.query<{ days: number }>('SELECT days FROM audit_log_keeping');
  return row?.days ?? null;
}
