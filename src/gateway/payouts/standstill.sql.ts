import { readEpoch } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

/**
 * Since the database was put back, payouts may have been sent that it does not know of: until the operator has compared
 * and said so, none is sent.
 */
export async function standsStill(db: Db): Promise<boolean> {
  const epoch = await readEpoch(db);
  if (epoch === 0) return false;
  const rows = await db.query('SELECT 1 FROM payout_clearances WHERE epoch = $1', [epoch]);
  return rows.length === 0;
}

/** False where nothing stood still. */
export async function clearStandstill(tx: Tx, reason: string, at: Date): Promise<boolean> {
  const epoch = await readEpoch(tx);
  if (epoch === 0) return false;
  const rows = await tx.query(
    `INSERT INTO payout_clearances (epoch, cleared_at, reason) VALUES ($1, $2, $3)
     ON CONFLICT (epoch) DO NOTHING RETURNING epoch`,
    [epoch, at, reason],
  );
  return rows.length > 0;
}
