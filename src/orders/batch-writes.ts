import { isRefusedForItsData } from '../db/away.ts';
import { type BatchLimits, startBatcher } from '../db/batcher.ts';
import type { DbPool } from '../db/pool.ts';
import { withOneStatement } from '../db/transaction.ts';
import type { Payment } from '../payments/payment.ts';
import { type Issued, type IssueRows, insertOrders, issueOrders, type OrderRows } from './orders.sql.ts';

/** The two writes of an order. Orders at the same time share statements; each has its own result or its own error. */
export interface OrderWrites {
  /** Null: another request has the order's key, and nothing of it is stored. */
  store(order: OrderRows): Promise<Payment | null>;
  issue(order: IssueRows): Promise<Issued>;
}

/** More in one statement gains nothing. While one batch waits for the disk, the next is worked on. */
const LIMITS: BatchLimits = { maxItems: 64, lanes: 2, maxQueued: 1_000 };

/**
 * Batches run on connections of their own (`batchDb`), whose settings forbid them to wait long for a lock or to plan for tables
 * that are still small. What runs alone runs as any other statement does.
 */
export function batchWrites(db: DbPool, batchDb: DbPool, limits: Partial<BatchLimits> = {}): OrderWrites {
  const rules = { ...LIMITS, ...limits, isWorthRepeating: isRefusedForItsData };
  const poolOf = (orders: readonly unknown[]) => (orders.length === 1 ? db : batchDb);
  const store = (orders: readonly OrderRows[]) => withOneStatement(poolOf(orders), (tx) => insertOrders(tx, orders));
  const storing = startBatcher<OrderRows, Payment | null>({
    ...rules,
    run: store,
    keyOf: ({ key }) => key && `${key.merchant_id} ${key.key}`,
    shareOf: ({ payment }) => payment.merchant_id,
  });
  const issuing = startBatcher<IssueRows, Issued | null>({
    ...rules,
    run: (orders) => withOneStatement(poolOf(orders), (tx) => issueOrders(tx, orders)),
    keyOf: ({ payment }) => String(payment.payment_id),
    shareOf: ({ event }) => event.merchant_id,
  });
  return {
    // A retry may be refused by an index that only the database can ask; in a batch it would undo the others each time.
    store: async (order) => (order.payment.retry_of === null ? storing.add(order) : ((await store([order]))[0] ?? null)),
    async issue(order) {
      const issued = await issuing.add(order);
      if (!issued) throw new Error(`payment ${order.payment.payment_id} does not exist`);
      return issued;
    },
  };
}
