import type { Tx } from '../db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from './chunks.ts';

export interface Counting {
  /** Which total a delta belongs to: the primary key of the totals. */
  key: readonly string[];
  figures: readonly string[];
  /** The primary key of the deltas, by which chunks follow each other: whole numbers above zero. */
  order: readonly string[];
}

/** A place in that order. */
export type DeltaPosition = readonly number[];

/**
 * Moves a chunk of deltas into their totals. Whoever reads meanwhile sees them in the one table or in the other. Deltas
 * in other hands are left for the next time, and the totals are taken in one order, so that processes that fold at once
 * wait in no circle. Both tables stand as literals where this is called, as in `removeOldest`.
 */
export async function foldDeltas(
  tx: Tx,
  deltas: string,
  totals: string,
  { key, figures, order }: Counting,
  after: DeltaPosition | null,
): Promise<Chunk<DeltaPosition>> {
  const [keys, places] = [key.join(', '), order.join(', ')];
  const [row] = await tx.query<Chunk<DeltaPosition>>(
    `WITH chunk AS MATERIALIZED (
       SELECT ctid AS place, ${places} FROM ${deltas}
       WHERE (${places}) > (${order.map((_, index) => `$${index + 1}::bigint`).join(', ')})
       ORDER BY ${places} LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       DELETE FROM ${deltas} d USING chunk WHERE d.ctid = chunk.place RETURNING d.*
     ), folded AS (
       INSERT INTO ${totals} AS total (${keys}, ${figures.join(', ')})
       SELECT ${keys}, ${figures.map((figure) => `sum(${figure})`).join(', ')} FROM taken
       GROUP BY ${keys} ORDER BY ${keys}
       ON CONFLICT (${keys}) DO UPDATE SET
         ${figures.map((figure) => `${figure} = total.${figure} + excluded.${figure}`).join(', ')}
     )
     SELECT count(*) AS count,
       (SELECT json_build_array(${places}) FROM chunk
        ORDER BY ${order.map((column) => `${column} DESC`).join(', ')} LIMIT 1) AS last
     FROM chunk`,
    order.map((_, index) => after?.[index] ?? 0),
  );
  return row as Chunk<DeltaPosition>;
}
