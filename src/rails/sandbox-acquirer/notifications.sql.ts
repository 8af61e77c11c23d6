import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { ChargeStatus } from './charge.rules.ts';
import type { FaultKind } from './fault.rules.ts';
import { takeFault } from './faults.sql.ts';
import type { PayoutStatus } from './payouts/payout.rules.ts';

/** What changed: a charge or a payout. */
export interface Changed {
  reference: string;
  /** The acquirer's own id of it. */
  transactionId: string;
  status: ChargeStatus | PayoutStatus;
}

export interface Notification extends Changed {
  id: number;
  fault: FaultKind | null;
  attempts: number;
}

/** A claimed row is left alone this long; above the longest attempt (a duplicate sends twice). */
const LEASE_SECONDS = 10;

const COLUMNS = 'id, reference, transaction_id AS "transactionId", status, fault, attempts';

/**
 * Writes the notification of a change in the transaction of that change. The row is born claimed by its writer, so that
 * no other process sends it first; null when the writer has nothing to send now.
 */
export async function insertNotification(tx: Tx, changed: Changed): Promise<Notification | null> {
  const fault = await takeFault(tx, 'notification', changed.reference);
  const isDropped = fault?.kind === 'drop';
  const isLate = fault?.kind === 'reorder' || fault?.kind === 'delay';
  const [inserted] = await tx.query<Notification>(
    `INSERT INTO sandbox_acquirer.notifications
       (reference, transaction_id, status, fault, fault_delay_ms, attempts, next_attempt_at, outcome, closed_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8,
       CASE WHEN $8::text IS NULL THEN NULL ELSE now() END)
     RETURNING ${COLUMNS}`,
    [
      changed.reference,
      changed.transactionId,
      changed.status,
      fault?.kind ?? null,
      fault?.delayMs ?? null,
      isDropped || isLate ? 0 : 1,
      isLate ? fault.delayMs / 1_000 : LEASE_SECONDS,
      isDropped ? 'dropped' : null,
    ],
  );
  if (!inserted) throw new Error('the notification was not stored');
  return isDropped || isLate ? null : inserted;
}

export async function claimDueNotifications(db: Db, limit: number): Promise<Notification[]> {
  return db.query<Notification>(
    `UPDATE sandbox_acquirer.notifications
        SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
      WHERE id IN (
        SELECT id FROM sandbox_acquirer.notifications
         WHERE outcome IS NULL AND next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`,
    [limit, LEASE_SECONDS],
  );
}

export async function closeNotification(
  db: Db,
  id: number,
  outcome: 'delivered' | 'dropped' | 'exhausted',
  error: string | null,
): Promise<void> {
  await db.query(
    `UPDATE sandbox_acquirer.notifications SET outcome = $2, closed_at = now(), last_error = $3
      WHERE id = $1 AND outcome IS NULL`,
    [id, outcome, error],
  );
}

export async function postponeNotification(db: Db, id: number, seconds: number, error: string): Promise<void> {
  await db.query(
    `UPDATE sandbox_acquirer.notifications SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3
      WHERE id = $1 AND outcome IS NULL`,
    [id, seconds, error],
  );
}
