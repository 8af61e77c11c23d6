import { isLocked, isRefusedForItsData } from '../../ground/db/away.ts';
import { type BatchLimits, startBatcher } from '../../ground/db/batcher.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { withOneStatement } from '../../ground/db/transaction.ts';
import type { Payment } from '../payments/payment.ts';
import { type Issued, type IssueRows, insertOrders, issueOrders, type OrderRows } from './orders.sql.ts';

/** The two writes of an order. Orders at the same time share statements; each has its own result or its own error. */
export interface OrderWrites {
  /** Null: another request has the order's key, and nothing of it is stored. */
  store(order: OrderRows): Promise<Payment | null>;
  issue(order: IssueRows): Promise<Issued>;
}

export interface WithOrderWrites {
  orderWrites: OrderWrites;
}

/** More in one statement gains nothing. While one batch waits for the disk, the next is worked on. */
const LIMITS: BatchLimits = { maxItems: 64, lanes: 2, maxQueued: 500, maxWaitMs: 5_000 };

/**
 * Batches run on connections of their own (`batchDb`), whose settings forbid them to wait long for a lock or to plan
 * for tables that are still small. What is repeated one by one runs as any other statement does, and waits as long.
 */
export function batchWrites(
  db: DbPool,
  batchDb: DbPool,
  limits: Partial<BatchLimits> = {},
  onBatch?: (write: 'store' | 'issue', size: number) => void,
): OrderWrites {
  const store = (pool: DbPool, orders: readonly OrderRows[]) =>
    withOneStatement(pool, (tx) => insertOrders(tx, orders));
  const issue = (pool: DbPool, orders: readonly IssueRows[]) => withOneStatement(pool, (tx) => issueOrders(tx, orders));
  const storeAlone = async (order: OrderRows) => (await store(db, [order]))[0] ?? null;
  const storing = startBatcher<OrderRows, Payment | null>({
    ...LIMITS,
    ...limits,
    run: (orders) => store(batchDb, orders),
    repeat: storeAlone,
    isWorthRepeating,
    keyOf: ({ key }) => key && `${key.merchant_id} ${key.key}`,
    shareOf: ({ payment }) => payment.merchant_id,
    onBatch: onBatch && ((size) => onBatch('store', size)),
  });
  const issuing = startBatcher<IssueRows, Issued | null>({
    ...LIMITS,
    ...limits,
    run: (orders) => issue(batchDb, orders),
    repeat: async (order) => (await issue(db, [order]))[0] ?? null,
    isWorthRepeating,
    keyOf: ({ payment }) => String(payment.id),
    shareOf: ({ event }) => event.merchant_id,
    onBatch: onBatch && ((size) => onBatch('issue', size)),
  });
  return {
    // A retry may be refused by an index that only the database can ask; in a batch it would undo the others each time.
    store: (order) => (order.payment.retry_of === null ? storing.add(order) : storeAlone(order)),
    async issue(order) {
      const issued = await issuing.add(order);
      if (!issued) throw new Error(`payment ${order.payment.id} does not exist`);
      return issued;
    },
  };
}

/**
 * One alone that was refused for its data is refused again. Without a word of PostgreSQL, what was sent may be stored.
 */
function isWorthRepeating(error: unknown, count: number): boolean {
  return isLocked(error) || (count > 1 && isRefusedForItsData(error));
}
