import { type BatchLimits, createBatcher } from '../db/batcher.ts';
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

/**
 * Batches run on connections of their own (`batchDb`), whose settings forbid them to wait long for a lock or to plan for tables
 * that are still small. What is repeated one by one runs as any other statement does, and waits as long.
 */
export function batchWrites(db: DbPool, batchDb: DbPool, limits: Partial<BatchLimits> = {}): OrderWrites {
  const storeAlone = async (order: OrderRows) => (await withOneStatement(db, (tx) => insertOrders(tx, [order])))[0] ?? null;
  const storeTogether = createBatcher<OrderRows, Payment | null>(
    {
      runAll: (orders) => withOneStatement(batchDb, (tx) => insertOrders(tx, orders)),
      runOne: storeAlone,
      ownerOf: ({ payment }) => payment.merchant_id,
      loneKeyOf: ({ key }) => key && `${key.merchant_id} ${key.key}`,
    },
    limits,
  );
  const issueTogether = createBatcher<IssueRows, Issued | null>(
    {
      runAll: (orders) => withOneStatement(batchDb, (tx) => issueOrders(tx, orders)),
      runOne: async (order) => (await withOneStatement(db, (tx) => issueOrders(tx, [order])))[0] ?? null,
      ownerOf: ({ event }) => event.merchant_id,
      loneKeyOf: ({ payment }) => String(payment.payment_id),
    },
    limits,
  );
  return {
    // A retry may be refused by an index that only the database can ask; in a batch it would undo the others each time.
    store: (order) => (order.payment.retry_of === null ? storeTogether(order) : storeAlone(order)),
    async issue(order) {
      const issued = await issueTogether(order);
      if (!issued) throw new Error(`payment ${order.payment.payment_id} does not exist`);
      return issued;
    },
  };
}
