import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { type DeltaPosition, foldDeltas } from '../../ground/queues/fold-deltas.sql.ts';
import { PENDING } from './status.rules.ts';

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

/** How many payments of the merchant, or of one of its companies, nobody has paid yet. */
export async function countPendingPayments(db: Db, merchantId: number, companyId?: number): Promise<number> {
  const isTheirs = `merchant_id = $1 AND ($2::bigint IS NULL OR company_id = $2) AND status = ${PENDING}`;
  const [row] = await db.query<{ count: number }>(`SELECT (${countedPayments(isTheirs)})::bigint AS count`, [
    merchantId,
    companyId ?? null,
  ]);
  return row?.count ?? 0;
}

const COUNTING = {
  key: ['merchant_id', 'company_id', 'status', 'payment_type'],
  figures: ['count'],
  order: ['merchant_id', 'id'],
};

export async function foldPaymentCounts(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  return foldDeltas(tx, 'payment_count_deltas', 'payment_counts', COUNTING, after);
}

/** For a statement of another owner: whether there is anything to fold. */
export const HAS_PAYMENT_DELTAS = 'EXISTS (SELECT FROM payment_count_deltas)';
