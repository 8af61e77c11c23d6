import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../../ground/queues/claims.sql.ts';
import { FIRST_CHECK_AFTER_MS } from '../checks/check-schedule.rules.ts';
import type { SlipPixCode } from './slip-pix-code.rules.ts';

export interface ClaimedCode extends SlipPixCode {
  /** Tells this claim from any later one. */
  leasedUntil: Date;
}

const COLUMNS = `payment_id AS "paymentId", sent_at AS "sentAt", due_date AS "dueDate", is_code_over AS "isCodeOver",
  is_slip_over AS "isSlipOver", looks, leased_until AS "leasedUntil"`;

/** Part of the statement that stores orders. Reads `stored_payments`: the code goes out right after the slip. */
export const STORE_CODES = `
  stored_codes AS (
    INSERT INTO slip_pix_codes (payment_id, sent_at, next_look_at)
    SELECT id, created_at, created_at + interval '${FIRST_CHECK_AFTER_MS} milliseconds' FROM stored_payments
    WHERE pix_acquirer IS NOT NULL
  )`;

/** Part of the statement that moves payments to another status, which ends what can be paid. Reads `moves`. */
export const WAKE_CODES_AFTER_MOVES = `
  woken_codes AS (
    UPDATE slip_pix_codes c SET next_look_at = m."at", looks = 0, leased_until = NULL
    FROM moves m WHERE c.payment_id = m."paymentId"
  )`;

/** Part of a statement that changes a boleto: its code follows. */
export const wakeCode = (paymentId: string, at: string) => `
  woken_codes AS (
    UPDATE slip_pix_codes SET next_look_at = ${at}, looks = 0, leased_until = NULL WHERE payment_id = ${paymentId}
  )`;

/** Takes codes that somebody has to look at. */
export async function claimCodes(db: Db, claim: Claim): Promise<ClaimedCode[]> {
  return db.query<ClaimedCode>(
    `UPDATE slip_pix_codes SET leased_until = $3
     WHERE payment_id IN (
       SELECT payment_id FROM slip_pix_codes
       ${takeDue({ dueAt: 'next_look_at', isOpen: isFree('leased_until', '$2') })})
     RETURNING ${COLUMNS}`,
    leaseParameters(claim),
  );
}

/** When the oldest that somebody has to look at was due; null: nothing waits. */
export async function findOldestLookDue(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ due: Date | null }>('SELECT min(next_look_at) AS due FROM slip_pix_codes');
  return row?.due ?? null;
}

/**
 * Codes that were looked at so often in vain, up to that many. A slip whose code is over is another matter: files take
 * days to withdraw it.
 */
export async function countVainCodes(db: Db, looks: number, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM slip_pix_codes WHERE next_look_at IS NOT NULL AND looks >= $1 AND NOT is_code_over LIMIT $2) vain`,
    [looks, most],
  );
  return row?.count ?? 0;
}

export interface LookedAt {
  claimed: ClaimedCode;
  code: SlipPixCode;
  /** Null: not before the payment changes. `done`: never again. */
  nextLookAt: Date | 'done' | null;
}

/**
 * What was learned, and when to look again. Whoever has woken it meanwhile has set a date of its own and taken the
 * lease away: then only what was learned is kept.
 */
export async function finishLook(db: Db, { claimed, code, nextLookAt }: LookedAt): Promise<void> {
  const isHeld = 'leased_until IS NOT DISTINCT FROM $2';
  if (nextLookAt === 'done') {
    await db.query(`DELETE FROM slip_pix_codes WHERE payment_id = $1 AND ${isHeld}`, [
      claimed.paymentId,
      claimed.leasedUntil,
    ]);
    return;
  }
  await db.query(
    `UPDATE slip_pix_codes SET due_date = $3, is_code_over = is_code_over OR $4, is_slip_over = is_slip_over OR $5,
       looks = CASE WHEN ${isHeld} THEN $6 ELSE looks END,
       next_look_at = CASE WHEN ${isHeld} THEN $7 ELSE next_look_at END,
       leased_until = CASE WHEN ${isHeld} THEN NULL ELSE leased_until END
     WHERE payment_id = $1`,
    [
      claimed.paymentId,
      claimed.leasedUntil,
      code.dueDate,
      code.isCodeOver,
      code.isSlipOver,
      claimed.looks + 1,
      nextLookAt,
    ],
  );
}

/** The caller holds the lock of its payment, which is still to be paid: what is over is never sent. */
export async function noteCodeSent(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await tx.query('UPDATE slip_pix_codes SET sent_at = greatest(sent_at, $2) WHERE payment_id = $1', [paymentId, now]);
}

/** The bank has it, due on that day: it was issued with the slip. */
export async function noteCodeIssued(db: Db, paymentId: number, dueDate: string | null): Promise<void> {
  await db.query('UPDATE slip_pix_codes SET due_date = $2 WHERE payment_id = $1', [paymentId, dueDate]);
}
