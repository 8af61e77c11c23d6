import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** For a statement that keeps it with its rows. */
export const CURRENT_EPOCH = '(SELECT coalesce(max(r.epoch), 0) FROM restores r)';

/** How often the database was put back to an earlier moment; references begin with it. */
export async function readEpoch(db: Db): Promise<number> {
  const [row] = await db.query<{ epoch: number }>('SELECT coalesce(max(epoch), 0) AS epoch FROM restores');
  return row?.epoch ?? 0;
}

export async function insertEpoch(tx: Tx, restoredAt: Date): Promise<number> {
  const [row] = await tx.query<{ epoch: number }>(
    `INSERT INTO restores (epoch, restored_at) SELECT coalesce(max(epoch), 0) + 1, $1 FROM restores RETURNING epoch`,
    [restoredAt],
  );
  return (row as { epoch: number }).epoch;
}

/** The transactions by which the epochs began, oldest first: there are at most 255. */
export async function listEpochStarts(db: Db): Promise<string[]> {
  const rows = await db.query<{ began_by: string }>(
    'SELECT r.began_by::text AS began_by FROM restores r ORDER BY r.began_by',
  );
  return rows.map(({ began_by }) => began_by);
}
