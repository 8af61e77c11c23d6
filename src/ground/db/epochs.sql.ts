import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

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
