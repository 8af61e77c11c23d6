import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { PayoutStatus } from '../payout.ts';
import type { NotMadeReason } from './schedule.rules.ts';

/** What a schedule did on a day, or why it could not. */
export interface ScheduleRun {
  company_id: number;
  day: string;
  /** Earlier than the day where nobody worked meanwhile, or payouts stood still. */
  due_on: string;
  ran_at: Date;
  payout_id: number | null;
  reason: NotMadeReason | null;
}

/**
 * One for each company and day. What was not made may still be on the same day, or for another reason; what was made
 * stands. False where nothing is new.
 */
export async function writeRun(tx: Tx, run: ScheduleRun): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO payout_schedule_runs AS run (company_id, day, due_on, ran_at, payout_id, reason)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (company_id, day) DO UPDATE
       SET due_on = EXCLUDED.due_on, ran_at = EXCLUDED.ran_at, payout_id = EXCLUDED.payout_id, reason = EXCLUDED.reason
       WHERE run.payout_id IS NULL AND run.reason IS DISTINCT FROM EXCLUDED.reason
     RETURNING company_id`,
    [run.company_id, run.day, run.due_on, run.ran_at, run.payout_id, run.reason],
  );
  return rows.length > 0;
}

/** The caller has looked the company up, as for all that follow. */
export async function findLastRunDay(db: Db, companyId: number): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(
    'SELECT max(day) AS day FROM payout_schedule_runs WHERE company_id = $1',
    [companyId],
  );
  return row?.day ?? null;
}

export interface ListedRun extends ScheduleRun {
  amount_cents: number | null;
  status: PayoutStatus | null;
}

/** The newest first. */
export async function listRuns(db: Db, companyId: number, limit: number): Promise<ListedRun[]> {
  return db.query<ListedRun>(
    `SELECT run.company_id, run.day, run.due_on, run.ran_at, run.payout_id, run.reason, p.amount_cents, p.status
     FROM payout_schedule_runs run LEFT JOIN payouts p ON p.id = run.payout_id
     WHERE run.company_id = $1 ORDER BY run.day DESC LIMIT $2`,
    [companyId, limit],
  );
}

/** Says how many there were. */
export async function removeRunsBefore(db: Db, day: string, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM payout_schedule_runs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM payout_schedule_runs WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING company_id`,
    [day, limit],
  );
  return rows.length;
}
