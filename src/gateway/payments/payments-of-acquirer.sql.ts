import type { Db } from '../../ground/db/pool.ts';
import { APPROVED, FAILED, PENDING } from './status.rules.ts';

/**
 * How many of an acquirer's payments are open, are being refunded, have failed and are still looked at for money that
 * comes late, or were paid since then and can be refunded.
 */
export async function countPaymentsNeeding(db: Db, acquirer: string, paidSince: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM payments
     WHERE $1 IN (acquirer, pix_acquirer)
       AND (status = ${PENDING} OR refunding_cents > 0 OR (status = ${APPROVED} AND paid_at > $2)
         OR (status = ${FAILED} AND EXISTS (SELECT FROM payment_checks c WHERE c.payment_id = payments.id)))`,
    [acquirer, paidSince],
  );
  return row?.count ?? 0;
}
