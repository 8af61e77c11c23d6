import type { Db } from '../../../ground/db/pool.ts';
import { MAX_COUNTED_PAYMENTS } from './customer-totals.rules.ts';

export interface CustomerTotals {
  payments: number;
  paid: number;
  paidCents: number;
  refundedCents: number;
  lastPaidAt: Date | null;
  /** Whether there are older ones that are not added up. */
  isCut: boolean;
}

/**
 * Of the latest payments of a customer. They are found in the customer's own index, in its order, however many payments
 * the merchant has.
 */
export async function readCustomerTotals(db: Db, merchantId: number, customerId: number): Promise<CustomerTotals> {
  const [row] = await db.query<CustomerTotals>(
    `WITH latest AS MATERIALIZED (
       SELECT id FROM payments WHERE customer_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3::integer + 1
     )
     SELECT count(*) AS payments, count(*) FILTER (WHERE status IN (2, 4)) AS paid,
       coalesce(sum(coalesce(paid_cents, amount_cents)) FILTER (WHERE status IN (2, 4)), 0)::bigint AS "paidCents",
       coalesce(sum(refunded_cents), 0)::bigint AS "refundedCents", max(paid_at) AS "lastPaidAt",
       (SELECT count(*) FROM latest) > $3 AS "isCut"
     FROM (SELECT id FROM latest LIMIT $3) AS counted JOIN payments p USING (id) WHERE p.merchant_id = $1`,
    [merchantId, customerId, MAX_COUNTED_PAYMENTS],
  );
  return row as CustomerTotals;
}
