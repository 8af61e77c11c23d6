import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';

/** How many customers a merchant has, on the snapshot of the statement that asks; `merchantId` is a parameter of it. */
export const countedCustomers = (merchantId: string) => `
  SELECT coalesce(sum(count), 0) FROM (
    SELECT count FROM customer_counts WHERE merchant_id = ${merchantId}
    UNION ALL SELECT count FROM customer_count_deltas WHERE merchant_id = ${merchantId}
  ) AS counted`;

export interface DeltaPosition {
  merchantId: number;
  id: number;
}

/** Moves a chunk of what was counted into the counters, as `foldPaymentCounts` does for payments. */
export async function foldCustomerCounts(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  const [row] = await tx.query<Chunk<DeltaPosition>>(
    `WITH chunk AS MATERIALIZED (
       SELECT ctid AS place, merchant_id, id FROM customer_count_deltas
       WHERE (merchant_id, id) > ($1::bigint, $2::bigint)
       ORDER BY merchant_id, id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       DELETE FROM customer_count_deltas d USING chunk WHERE d.ctid = chunk.place RETURNING d.merchant_id, d.count
     ), folded AS (
       INSERT INTO customer_counts AS c (merchant_id, count)
       SELECT merchant_id, sum(count) FROM taken GROUP BY 1 ORDER BY 1
       ON CONFLICT (merchant_id) DO UPDATE SET count = c.count + excluded.count
     )
     SELECT count(*) AS count,
       (SELECT json_build_object('merchantId', merchant_id, 'id', id) FROM chunk
        ORDER BY merchant_id DESC, id DESC LIMIT 1) AS last
     FROM chunk`,
    [after?.merchantId ?? 0, after?.id ?? 0],
  );
  return row as Chunk<DeltaPosition>;
}
