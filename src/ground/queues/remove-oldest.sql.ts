import type { Tx } from '../db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from './chunks.ts';

/**
 * Deletes the oldest rows of a table, by a column of time that has an index: a chunk of those before a moment, from
 * where the last chunk ended. Rows in other hands are left alone. The table stands as a literal where this is called,
 * and belongs to the room that calls it: the check of the tables reads it there.
 */
export async function removeOldest(
  tx: Tx,
  table: string,
  at: string,
  { from, before }: { from: Date | null; before: Date },
): Promise<Chunk<Date>> {
  const [row] = await tx.query<Chunk<Date>>(
    `WITH old AS MATERIALIZED (
       SELECT ctid AS place, ${at} AS at FROM ${table}
       WHERE ${at} >= coalesce($1::timestamptz, '-infinity') AND ${at} < $2
       ORDER BY ${at} LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), removed AS (
       DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT place FROM old))
     )
     SELECT count(*) AS count, max(at) AS last FROM old`,
    [from, before],
  );
  return row as Chunk<Date>;
}
