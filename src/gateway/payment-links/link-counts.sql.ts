import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';
import { HAS_ENDED } from './link-holds.sql.ts';

const COUNTS = 'open_count, paid_count, paid_cents, held_units';

/** Of one link, before a job or a buyer counts them off: more have never ended at once. */
const MOST_ENDED = 1_000;

/**
 * For a statement over `payment_links link`, with the time as $1 and since when boletos are held as $2: what the link's
 * payments come to, under the name `counted`. All tables are read on the snapshot of that statement, so the counts are
 * exact for it, folded or not, and holds that have ended count no more, released or not. Those of a bill do not end.
 */
export const JOIN_COUNTS = `CROSS JOIN LATERAL (
    SELECT coalesce(sum(open_count), 0)::bigint AS open_count, coalesce(sum(paid_count), 0)::bigint AS paid_count,
      coalesce(sum(paid_cents), 0)::bigint AS paid_cents, coalesce(sum(held_units), 0)::bigint AS held_units
    FROM (
      SELECT ${COUNTS} FROM payment_link_counts c WHERE c.merchant_id = link.merchant_id AND c.link_id = link.id
      UNION ALL SELECT ${COUNTS} FROM payment_link_count_deltas d
      WHERE d.merchant_id = link.merchant_id AND d.link_id = link.id
      UNION ALL (SELECT -1, 0, 0, -hold.units FROM payment_link_holds hold
        WHERE hold.merchant_id = link.merchant_id AND hold.link_id = link.id
          AND link.max_payments IS DISTINCT FROM 1 AND ${HAS_ENDED} LIMIT ${MOST_ENDED})
    ) AS figures
  ) AS counted`;

export interface LinkDeltaPosition {
  merchantId: number;
  linkId: number;
  id: number;
}

/** Moves a chunk of what was counted into the counters, as `foldPaymentCounts` does for payments. */
export async function foldLinkCounts(tx: Tx, after: LinkDeltaPosition | null): Promise<Chunk<LinkDeltaPosition>> {
  const [row] = await tx.query<Chunk<LinkDeltaPosition>>(
    `WITH chunk AS MATERIALIZED (
       SELECT ctid AS place, merchant_id, link_id, id FROM payment_link_count_deltas
       WHERE (merchant_id, link_id, id) > ($1::bigint, $2::bigint, $3::bigint)
       ORDER BY merchant_id, link_id, id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       DELETE FROM payment_link_count_deltas d USING chunk WHERE d.ctid = chunk.place
       RETURNING d.merchant_id, d.link_id, d.open_count, d.paid_count, d.paid_cents, d.held_units
     ), folded AS (
       INSERT INTO payment_link_counts AS c (merchant_id, link_id, ${COUNTS})
       SELECT merchant_id, link_id, sum(open_count), sum(paid_count), sum(paid_cents), sum(held_units) FROM taken
       GROUP BY 1, 2 ORDER BY 1, 2
       ON CONFLICT (merchant_id, link_id) DO UPDATE SET
         open_count = c.open_count + excluded.open_count, paid_count = c.paid_count + excluded.paid_count,
         paid_cents = c.paid_cents + excluded.paid_cents, held_units = c.held_units + excluded.held_units
     )
     SELECT count(*) AS count,
       (SELECT json_build_object('merchantId', merchant_id, 'linkId', link_id, 'id', id) FROM chunk
        ORDER BY merchant_id DESC, link_id DESC, id DESC LIMIT 1) AS last
     FROM chunk`,
    [after?.merchantId ?? 0, after?.linkId ?? 0, after?.id ?? 0],
  );
  return row as Chunk<LinkDeltaPosition>;
}
