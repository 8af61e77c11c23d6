import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { type DeltaPosition, foldDeltas } from '../../ground/queues/fold-deltas.sql.ts';

/** How many customers a merchant has, on the snapshot of the statement that asks; `merchantId` is a parameter of it. */
export const countedCustomers = (merchantId: string) => `
  SELECT coalesce(sum(count), 0) FROM (
    SELECT count FROM customer_counts WHERE merchant_id = ${merchantId}
    UNION ALL SELECT count FROM customer_count_deltas WHERE merchant_id = ${merchantId}
  ) AS counted`;

const COUNTING = { key: ['merchant_id'], figures: ['count'], order: ['merchant_id', 'id'] };

export async function foldCustomerCounts(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  return foldDeltas(tx, 'customer_count_deltas', 'customer_counts', COUNTING, after);
}

/** For a statement of another owner: whether there is anything to fold. */
export const HAS_CUSTOMER_DELTAS = 'EXISTS (SELECT FROM customer_count_deltas)';
