import type { Db } from '../db/pool.ts';

const BATCH = 50;
/** Longer than any call to the acquirer may take; a worker that died gives its payments back after this. */
const LEASE_MS = 60_000;

/**
 * Takes payments that are due for a look. Locks cannot be held across a network call, so the claim is a lease in real
 * time; SKIP LOCKED lets many workers claim at once without waiting for each other.
 */
export async function claimPaymentsDueForCheck(db: Db, businessNow: Date, realNow: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `UPDATE payments SET check_leased_until = $3
     WHERE id IN (
       SELECT id FROM payments
       WHERE next_check_at <= $1 AND (check_leased_until IS NULL OR check_leased_until < $2)
       ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [businessNow, realNow, new Date(realNow.getTime() + LEASE_MS)],
  );
  return rows.map((row) => row.id);
}

/** Sets the next look and gives the lease back. Whoever moved the status meanwhile has set its own timetable. */
export async function rescheduleCheck(
  db: Db,
  check: { paymentId: number; status: number; checksDone: number; nextCheckAt: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE payments SET next_check_at = $4, checks_done = $3, check_leased_until = NULL
     WHERE id = $1 AND status = $2`,
    [check.paymentId, check.status, check.checksDone, check.nextCheckAt],
  );
}
