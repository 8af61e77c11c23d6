import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';

/**
 * For a statement of another owner: how many payments fulfil `conditions`, which speak of nothing but merchant_id,
 * company_id, status and payment_type. Both tables are read on the snapshot of that statement, so the count is exact
 * for it, folded or not.
 */
export const countedPayments = (conditions: string) => `
  SELECT coalesce(sum(count), 0) FROM (
    SELECT count FROM payment_counts WHERE ${conditions}
    UNION ALL SELECT count FROM payment_count_deltas WHERE ${conditions}
  ) AS counted`;

export interface DeltaPosition {
  merchantId: number;
  id: number;
}

/**
 * Moves a chunk of what was counted into the counters. Whoever reads meanwhile sees it in the one table or in the
 * other. Deltas in other hands are left for the next time, and the counters are taken in one order, so that processes
 * that fold at once wait in no circle.
 */
export async function foldPaymentCounts(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  const [row] = await tx.query<Chunk<DeltaPosition>>(
    `WITH chunk AS MATERIALIZED (
       SELECT ctid AS place, merchant_id, id FROM payment_count_deltas
       WHERE (merchant_id, id) > ($1::bigint, $2::bigint)
       ORDER BY merchant_id, id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       DELETE FROM payment_count_deltas d USING chunk WHERE d.ctid = chunk.place
       RETURNING d.merchant_id, d.company_id, d.status, d.payment_type, d.count
     ), folded AS (
       INSERT INTO payment_counts AS c (merchant_id, company_id, status, payment_type, count)
       SELECT merchant_id, company_id, status, payment_type, sum(count) FROM taken
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
       ON CONFLICT (merchant_id, company_id, status, payment_type) DO UPDATE SET count = c.count + excluded.count
     )
     SELECT count(*) AS count,
       (SELECT json_build_object('merchantId', merchant_id, 'id', id) FROM chunk
        ORDER BY merchant_id DESC, id DESC LIMIT 1) AS last
     FROM chunk`,
    [after?.merchantId ?? 0, after?.id ?? 0],
  );
  return row as Chunk<DeltaPosition>;
}
