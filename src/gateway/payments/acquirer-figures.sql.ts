import type { Db } from '../../ground/db/pool.ts';
import { eachMerchant } from '../../parties/merchants/merchants.sql.ts';

/** What was ordered through an acquirer, over all merchants. */
export interface OrderedFigures {
  acquirer: string;
  payments: number;
  amount_cents: number;
  approved: number;
  failed: number;
  pending: number;
}

/**
 * By merchant, because that is how payments are found by their time. OFFSET keeps the planner from reading all payments
 * for one join.
 */
export async function readOrderedByAcquirer(db: Db, since: Date): Promise<OrderedFigures[]> {
  return db.query(
    `SELECT p.acquirer, count(*) AS payments, sum(p.amount_cents)::bigint AS amount_cents,
       count(*) FILTER (WHERE p.status IN (2, 4)) AS approved, count(*) FILTER (WHERE p.status = 3) AS failed,
       count(*) FILTER (WHERE p.status = 1) AS pending
     ${eachMerchant} CROSS JOIN LATERAL (
       SELECT acquirer, amount_cents, status FROM payments
       WHERE merchant_id = merchant.id AND created_at >= $1 OFFSET 0) p
     GROUP BY 1 ORDER BY 1`,
    [since],
  );
}

/** What came in through an acquirer, over all merchants. */
export interface ReceivedFigures {
  acquirer: string;
  payments: number;
  amount_cents: number;
  fee_cents: number;
}

export async function readReceivedByAcquirer(db: Db, since: Date): Promise<ReceivedFigures[]> {
  return db.query(
    `SELECT coalesce(p.received_by, p.acquirer) AS acquirer, count(*) AS payments,
       sum(coalesce(p.paid_cents, p.amount_cents))::bigint AS amount_cents, sum(p.fee_cents)::bigint AS fee_cents
     ${eachMerchant} CROSS JOIN LATERAL (
       SELECT acquirer, received_by, paid_cents, amount_cents, fee_cents FROM payments
       WHERE merchant_id = merchant.id AND paid_at >= $1 OFFSET 0) p
     GROUP BY 1 ORDER BY 1`,
    [since],
  );
}
