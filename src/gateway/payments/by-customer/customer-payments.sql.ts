import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { Payment } from '../payment.ts';
import { PAYMENT_COLUMNS } from '../payments.sql.ts';
import { PENDING } from '../status.rules.ts';

export interface CustomerActivity {
  /** A payment is pending, or a refund of one is under way. */
  isOpen: boolean;
  /** When money was paid or given back last; null: never. */
  lastMovedAt: Date | null;
  lastOrderedAt: Date | null;
}

export async function readCustomerActivity(tx: Tx, merchantId: number, customerId: number): Promise<CustomerActivity> {
  const [row] = await tx.query<CustomerActivity>(
    `SELECT coalesce(bool_or(status = ${PENDING} OR refunding_cents > 0), false) AS "isOpen",
       max(greatest(paid_at, refunded_at)) AS "lastMovedAt", max(created_at) AS "lastOrderedAt"
     FROM payments WHERE merchant_id = $1 AND customer_id = $2`,
    [merchantId, customerId],
  );
  return row as CustomerActivity;
}

/** The latest first, at most so many. */
export async function listPaymentIdsOfCustomer(
  db: Db,
  merchantId: number,
  customerId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM payments WHERE merchant_id = $1 AND customer_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3`,
    [merchantId, customerId, limit],
  );
  return rows.map(({ id }) => id);
}

export async function listWholePaymentsOfMerchant(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<Payment[]> {
  return db.query(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE merchant_id = $1 AND id = ANY ($2::bigint[])
     ORDER BY created_at DESC, id DESC`,
    [merchantId, ids],
  );
}

/** For a statement of another owner: the ids of all payments of a customer. Both arguments are parameters of it. */
export const paymentsOfCustomer = (merchantId: string, customerId: string) =>
  `SELECT id FROM payments WHERE merchant_id = ${merchantId} AND customer_id = ${customerId}`;

/**
 * Removes who paid, and whatever texts came with the order, from the next payments after that one, in the order of
 * their creation. What was sold, for how much and when stays. Answers with their ids, in that order.
 */
export async function wipeNextPayments(
  tx: Tx,
  next: { merchantId: number; customerId: number; after: number | null; limit: number; at: Date },
  removed: { document: string; name: string },
): Promise<{ id: number; reference: string }[]> {
  return tx.query(
    `WITH next AS MATERIALIZED (
       SELECT id, created_at, reference FROM payments
       WHERE merchant_id = $1 AND customer_id = $2
         AND ($3::bigint IS NULL OR (created_at, id) > (SELECT created_at, id FROM payments WHERE id = $3))
       ORDER BY created_at, id LIMIT $4
     ), wiped AS (
       UPDATE payments p SET customer_document = $5, customer_name = $6, customer_email = '', customer_phone = '',
         customer_address = NULL, customer_ip = NULL, metadata = '{}', updated_at = $7
       FROM next WHERE p.id = next.id
     )
     SELECT id, reference FROM next ORDER BY created_at, id`,
    [next.merchantId, next.customerId, next.after, next.limit, removed.document, removed.name, next.at],
  );
}

/** Those of these customers, of any merchant, who have ordered since. */
export async function customersThatOrderedSince(
  db: Db,
  customerIds: readonly number[],
  since: Date,
): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    `SELECT asked.id FROM unnest($1::bigint[]) AS asked(id)
     WHERE EXISTS (SELECT FROM payments p WHERE p.customer_id = asked.id AND p.created_at >= $2)`,
    [customerIds, since],
  );
  return new Set(rows.map(({ id }) => id));
}
