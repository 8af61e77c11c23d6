import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { removeOldest } from '../../ground/queues/remove-oldest.sql.ts';

/** Mails under way at a time in one process. */
const CLAIM_SIZE = 4;

export interface NewReminder {
  payment_id: number;
  company_id: number;
  due_date: string;
  /** In hex. */
  address_hash: string;
}

/**
 * One for each address that has none on that day, from whichever merchant, and has not refused them. Of several to one
 * address the boleto that is due first is told of. In the order of addresses: two processes never wait in a circle.
 */
export async function insertReminders(
  tx: Tx,
  { merchantId, day, after, now }: { merchantId: number; day: string; after: number; now: Date },
  reminders: readonly NewReminder[],
): Promise<void> {
  await tx.query(
    `INSERT INTO reminders (merchant_id, payment_id, day, place, address_hash, created_at)
     SELECT $1, payment_id, $2, $3 + row_number() OVER (ORDER BY due_date, payment_id), hash, $4
     FROM json_to_recordset($5) AS r(payment_id bigint, company_id bigint, due_date date, address_hash text)
       CROSS JOIN LATERAL (SELECT decode(r.address_hash, 'hex') AS hash) AS decoded
     WHERE NOT EXISTS (SELECT FROM reminder_refusals f
       WHERE f.merchant_id = $1 AND f.address_hash = hash AND f.company_id = r.company_id)
     ORDER BY hash, due_date, payment_id
     ON CONFLICT DO NOTHING`,
    [merchantId, day, after, now, JSON.stringify(reminders)],
  );
}

export interface Reminder {
  merchant_id: number;
  payment_id: number;
  day: string;
  attempts: number;
}

/**
 * Takes what is to be sent on that day, for good: whoever takes a reminder sends it or loses it. The first of every
 * merchant go before the second of any.
 */
export async function claimReminders(db: Db, day: string, realNow: Date): Promise<Reminder[]> {
  return db.query(
    `WITH due AS MATERIALIZED (
       SELECT merchant_id, payment_id FROM reminders
       WHERE status = 'WAITING' AND day = $1 AND next_attempt_at <= $2
       ORDER BY next_attempt_at, place, payment_id LIMIT ${CLAIM_SIZE} FOR UPDATE SKIP LOCKED
     )
     UPDATE reminders r SET status = 'TAKEN', attempts = r.attempts + 1 FROM due
     WHERE r.merchant_id = due.merchant_id AND r.payment_id = due.payment_id AND r.day = $1
     RETURNING r.merchant_id, r.payment_id, r.day, r.attempts`,
    [day, realNow],
  );
}

/** Back to WAITING only where it is sure that nothing was sent. */
export async function finishReminder(
  db: Db,
  { merchant_id, payment_id, day }: Reminder,
  result: { status: 'SENT' | 'MOOT' | 'FAILED' } | { status: 'WAITING'; nextAttemptAt: Date },
): Promise<void> {
  await db.query(
    `UPDATE reminders SET status = $4, next_attempt_at = coalesce($5, next_attempt_at)
     WHERE merchant_id = $1 AND payment_id = $2 AND day = $3 AND status = 'TAKEN'`,
    [merchant_id, payment_id, day, result.status, result.status === 'WAITING' ? result.nextAttemptAt : null],
  );
}

export async function removeOldestReminders(tx: Tx, after: Date | null, createdBefore: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'reminders', 'created_at', { from: after, before: createdBefore });
}

export interface ReminderOfPayment {
  payment_id: number;
  day: string;
  status: string;
}

export async function listRemindersOfPayments(
  db: Db,
  merchantId: number,
  paymentIds: readonly number[],
): Promise<ReminderOfPayment[]> {
  return db.query(
    `SELECT payment_id, day, status FROM reminders
     WHERE merchant_id = $1 AND payment_id = ANY ($2::bigint[]) ORDER BY payment_id, day`,
    [merchantId, paymentIds],
  );
}

export async function removeRemindersOfPayments(
  tx: Tx,
  merchantId: number,
  paymentIds: readonly number[],
): Promise<void> {
  await tx.query('DELETE FROM reminders WHERE merchant_id = $1 AND payment_id = ANY ($2::bigint[])', [
    merchantId,
    paymentIds,
  ]);
}
