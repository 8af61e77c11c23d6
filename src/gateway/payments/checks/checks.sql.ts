import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../../ground/queues/claims.sql.ts';
import { type CheckTrouble, FIRST_CHECK_AFTER_MS } from './check-schedule.rules.ts';

/**
 * Part of the statement that stores orders. Reads `stored_payments`: each is looked at for the first time
 * after this long.
 */
export const SCHEDULE_FIRST_CHECKS = `
  scheduled_checks AS (
    INSERT INTO payment_checks (payment_id, next_check_at)
    SELECT id, created_at + interval '${FIRST_CHECK_AFTER_MS} milliseconds' FROM stored_payments
  )`;

/**
 * Part of the statement that moves payments to another status. Reads `moves ("paymentId", "nextCheckAt")`: each begins
 * the timetable of its new status, or is not looked at any more.
 */
export const SCHEDULE_AFTER_MOVES = `
  ended_checks AS (
    DELETE FROM payment_checks c USING moves m WHERE c.payment_id = m."paymentId" AND m."nextCheckAt" IS NULL
  ), begun_checks AS (
    INSERT INTO payment_checks (payment_id, next_check_at)
    SELECT "paymentId", "nextCheckAt" FROM moves WHERE "nextCheckAt" IS NOT NULL
    ON CONFLICT (payment_id) DO UPDATE SET
      next_check_at = EXCLUDED.next_check_at, checks_done = 0, check_leased_until = NULL,
      trouble = NULL, trouble_field = NULL, trouble_since = NULL
  )`;

export interface ClaimedCheck {
  /** Of the payment. */
  id: number;
  checksDone: number;
  /** Tells this claim from any later one. */
  leasedUntil: Date;
}

/** Takes payments that are due for a look. */
export async function claimChecks(db: Db, claim: Claim): Promise<ClaimedCheck[]> {
  return db.query<ClaimedCheck>(
    `UPDATE payment_checks SET check_leased_until = $3
     WHERE payment_id IN (
       SELECT payment_id FROM payment_checks
       ${takeDue({ dueAt: 'next_check_at', isOpen: isFree('check_leased_until', '$2') })})
     RETURNING payment_id AS id, checks_done AS "checksDone", check_leased_until AS "leasedUntil"`,
    leaseParameters(claim),
  );
}

export interface FinishedCheck {
  claimed: ClaimedCheck;
  checksDone: number;
  trouble: CheckTrouble | null;
  at: Date;
  /** Null: it was the last look. */
  nextCheckAt: Date | null;
}

/** What goes on counts from its beginning. */
const troubleSince = (kind: string, at: string) =>
  `CASE WHEN ${kind} IS NULL THEN NULL WHEN c.trouble = ${kind} THEN c.trouble_since ELSE ${at} END`;

/**
 * Sets the next look and gives the lease back. Whoever moved the status or made the look due meanwhile has set a date
 * of its own and taken the lease away; whoever is doing so right now is not waited for.
 */
export async function finishChecks(db: Db, finished: readonly FinishedCheck[]): Promise<void> {
  const rows = finished.map(({ claimed, checksDone, nextCheckAt, trouble, at }) => ({
    paymentId: claimed.id,
    leasedUntil: claimed.leasedUntil,
    checksDone,
    nextCheckAt,
    trouble: trouble?.kind ?? null,
    field: trouble?.field ?? null,
    at,
  }));
  await db.query(
    `WITH finished AS MATERIALIZED (
       SELECT c.payment_id, f."checksDone", f."nextCheckAt", f.trouble, f.field, f.at
       FROM jsonb_to_recordset($1) AS f(
           "paymentId" bigint, "leasedUntil" timestamptz, "checksDone" integer, "nextCheckAt" timestamptz,
           trouble text, field text, at timestamptz)
         JOIN payment_checks c ON c.payment_id = f."paymentId" AND c.check_leased_until = f."leasedUntil"
       FOR UPDATE OF c SKIP LOCKED
     ), ended AS (
       DELETE FROM payment_checks c USING finished f WHERE c.payment_id = f.payment_id AND f."nextCheckAt" IS NULL
     )
     UPDATE payment_checks c
     SET next_check_at = f."nextCheckAt", checks_done = f."checksDone", check_leased_until = NULL,
       trouble = f.trouble, trouble_field = f.field, trouble_since = ${troubleSince('f.trouble', 'f.at')}
     FROM finished f WHERE c.payment_id = f.payment_id AND f."nextCheckAt" IS NOT NULL`,
    [JSON.stringify(rows)],
  );
}

/**
 * The charge of a payment that is over can still be paid: it is looked at as soon as somebody can. `checksDone` is for
 * one that nobody was to look at any more.
 */
export async function makeCheckDue(tx: Tx, paymentId: number, now: Date, checksDone: number): Promise<void> {
  await tx.query(
    `INSERT INTO payment_checks (payment_id, next_check_at, checks_done) VALUES ($1, $2, $3)
     ON CONFLICT (payment_id) DO UPDATE SET next_check_at = EXCLUDED.next_check_at, check_leased_until = NULL
     WHERE payment_checks.next_check_at > EXCLUDED.next_check_at`,
    [paymentId, now, checksDone],
  );
}

/** Beside the timetable: somebody has asked about it and learned this. */
export async function noteTrouble(db: Db, paymentId: number, trouble: CheckTrouble | null, at: Date): Promise<void> {
  await db.query(
    `UPDATE payment_checks c
     SET trouble = $2, trouble_field = $3, trouble_since = ${troubleSince('$2::text', '$4::timestamptz')}
     WHERE payment_id = $1 AND (trouble, trouble_field) IS DISTINCT FROM ($2::text, $3::text)`,
    [paymentId, trouble?.kind ?? null, trouble?.field ?? null, at],
  );
}

export async function findTrouble(db: Db, paymentId: number): Promise<(CheckTrouble & { since: Date }) | null> {
  const [row] = await db.query<CheckTrouble & { since: Date }>(
    `SELECT trouble AS kind, trouble_field AS field, trouble_since AS since
     FROM payment_checks WHERE payment_id = $1 AND trouble IS NOT NULL`,
    [paymentId],
  );
  return row ?? null;
}

/** When the payment that is due for the longest is to be looked at, in business time; null when none is. */
export async function findOldestCheckDue(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    'SELECT next_check_at AS at FROM payment_checks ORDER BY next_check_at LIMIT 1',
  );
  return row?.at ?? null;
}

export interface ScheduledCheck {
  next_at: Date;
  done: number;
  trouble: (CheckTrouble & { since: Date }) | null;
}

/** When the acquirer is asked next about a payment; null when nobody asks any more. */
export async function findCheck(db: Db, paymentId: number): Promise<ScheduledCheck | null> {
  const [row] = await db.query<Omit<ScheduledCheck, 'trouble'>>(
    'SELECT next_check_at AS next_at, checks_done AS done FROM payment_checks WHERE payment_id = $1',
    [paymentId],
  );
  return row ? { ...row, trouble: await findTrouble(db, paymentId) } : null;
}
