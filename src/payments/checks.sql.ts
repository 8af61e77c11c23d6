import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

const BATCH = 50;
/** Longer than any call to the acquirer may take; a worker that died gives its payments back after this. */
const LEASE_MS = 60_000;

export interface ClaimedCheck {
  id: number;
  dueAt: Date;
}

/**
 * Takes payments that are due for a look. Locks cannot be held across a network call, so the claim is a lease in real
 * time; SKIP LOCKED lets many workers claim at once without waiting for each other.
 */
export async function claimPaymentsDueForCheck(db: Db, businessNow: Date, realNow: Date): Promise<ClaimedCheck[]> {
  return db.query<ClaimedCheck>(
    `UPDATE payments SET check_leased_until = $3
     WHERE id IN (
       SELECT id FROM payments
       WHERE next_check_at <= $1 AND (check_leased_until IS NULL OR check_leased_until < $2)
       ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id, next_check_at AS "dueAt"`,
    [businessNow, realNow, new Date(realNow.getTime() + LEASE_MS)],
  );
}

/** Sets the next look and gives the lease back. Whoever moved the status or made the look due meanwhile has set its own date. */
export async function rescheduleCheck(
  db: Db,
  check: { paymentId: number; status: number; checksDone: number; dueAt: Date; nextCheckAt: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE payments SET next_check_at = CASE WHEN next_check_at = $5 THEN $4 ELSE next_check_at END,
       checks_done = $3, check_leased_until = NULL
     WHERE id = $1 AND status = $2`,
    [check.paymentId, check.status, check.checksDone, check.nextCheckAt, check.dueAt],
  );
}

/** The charge of a payment that is over can still be paid: it is looked at as soon as somebody can. */
export async function makeCheckDue(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await tx.query('UPDATE payments SET next_check_at = $2 WHERE id = $1 AND (next_check_at IS NULL OR next_check_at > $2)', [
    paymentId,
    now,
  ]);
}
