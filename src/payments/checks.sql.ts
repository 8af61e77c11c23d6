import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../queues/claims.sql.ts';

export interface ClaimedCheck {
  id: number;
  dueAt: Date;
}

/** Takes payments that are due for a look. */
export async function claimPaymentsDueForCheck(db: Db, claim: Claim): Promise<ClaimedCheck[]> {
  return db.query<ClaimedCheck>(
    `UPDATE payments SET check_leased_until = $3
     WHERE id IN (SELECT id FROM payments ${takeDue({ dueAt: 'next_check_at', isOpen: isFree('check_leased_until', '$2') })})
     RETURNING id, next_check_at AS "dueAt"`,
    leaseParameters(claim),
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
