import type { Db } from '../../ground/db/pool.ts';
import type { DailyTotals } from '../../rails/acquirers/acquirer.ts';

/**
 * Of an acquirer's payments that were paid between these instants: how many, how much, and what of it was
 * given back since.
 */
export async function sumPaidBetween(db: Db, acquirer: string, from: Date, to: Date): Promise<DailyTotals> {
  const [row] = await db.query<DailyTotals>(
    `SELECT count(*) AS "count", coalesce(sum(coalesce(paid_cents, amount_cents)), 0)::bigint AS "paidCents",
       coalesce(sum(refunded_cents), 0)::bigint AS "refundedCents"
     FROM payments WHERE paid_at >= $1 AND paid_at <= $2 AND coalesce(received_by, acquirer) = $3`,
    [from, to, acquirer],
  );
  return row ?? { count: 0, paidCents: 0, refundedCents: 0 };
}
