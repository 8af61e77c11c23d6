import type { Db } from '../../../ground/db/pool.ts';

/** However many pages of a payment are open, in however many processes. */
const DRAWN_EVERY_MS = 15_000;

/**
 * Somebody is looking at these payments: their next look at the acquirer comes now. Only of a PIX, which is paid in
 * seconds. Such a look is beside the timetable and does not count in it: otherwise an hour of looking would leave a
 * day without looks.
 */
export async function checkWatchedPaymentsSoon(
  db: Db,
  paymentIds: readonly number[],
  businessNow: Date,
  realNow: Date,
): Promise<void> {
  await db.query(
    `UPDATE payment_checks c SET next_check_at = $2, drawn_at = $3, checks_done = greatest(c.checks_done - 1, 0)
     FROM payments p
     WHERE p.id = ANY ($1) AND p.status = 1 AND p.payment_type = 'pix'
       AND c.payment_id = p.id AND c.next_check_at > $2 AND (c.drawn_at IS NULL OR c.drawn_at <= $4)`,
    [paymentIds, businessNow, realNow, new Date(realNow.getTime() - DRAWN_EVERY_MS)],
  );
}
