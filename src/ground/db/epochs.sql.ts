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

/**
 * Every column whose values are drawn from a sequence of its own: the catalogue needs no list that somebody could
 * forget to add to.
 */
export async function moveIdsAhead(tx: Tx, by: number): Promise<void> {
  await tx.query(
    `SELECT setval(drawn.sequence, coalesce(pg_sequence_last_value(drawn.sequence), 0) + $1::bigint)
     FROM (
       SELECT pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass AS sequence
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attidentity <> '' AND c.relkind = 'r'
         AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('sandbox_acquirer'))
     ) AS drawn`,
    [by],
  );
}
