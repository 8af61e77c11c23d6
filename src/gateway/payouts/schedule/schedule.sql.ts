import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../../ground/queues/claims.sql.ts';
import type { ScheduleDays } from './schedule-days.rules.ts';

/** What a company has asked for once and for all. */
export interface ScheduleSettings extends ScheduleDays {
  destination_id: number;
  minimum_cents: number;
  keep_cents: number;
}

export interface Schedule extends ScheduleSettings {
  company_id: number;
  merchant_id: number;
  /** The next run, or since when one is overdue. */
  next_on: string;
}

const SCHEDULE = `s.company_id, s.merchant_id, s.rhythm, s.day, s.destination_id, s.minimum_cents, s.keep_cents,
  s.next_on`;

export async function findScheduleOfMerchant(db: Db, merchantId: number, companyId: number): Promise<Schedule | null> {
  const [row] = await db.query<Schedule>(
    `SELECT ${SCHEDULE} FROM payout_schedules s WHERE s.company_id = $1 AND s.merchant_id = $2`,
    [companyId, merchantId],
  );
  return row ?? null;
}

/** Takes the place of the one before. */
export async function upsertSchedule(tx: Tx, schedule: Schedule): Promise<void> {
  await tx.query(
    `INSERT INTO payout_schedules (company_id, merchant_id, rhythm, day, destination_id, minimum_cents, keep_cents,
       next_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (company_id) DO UPDATE SET rhythm = EXCLUDED.rhythm, day = EXCLUDED.day,
       destination_id = EXCLUDED.destination_id, minimum_cents = EXCLUDED.minimum_cents,
       keep_cents = EXCLUDED.keep_cents, next_on = EXCLUDED.next_on, leased_until = NULL`,
    [
      schedule.company_id,
      schedule.merchant_id,
      schedule.rhythm,
      schedule.day,
      schedule.destination_id,
      schedule.minimum_cents,
      schedule.keep_cents,
      schedule.next_on,
    ],
  );
}

export async function deleteSchedule(tx: Tx, companyId: number): Promise<void> {
  await tx.query('DELETE FROM payout_schedules WHERE company_id = $1', [companyId]);
}

/** Few enough that those who order meanwhile find a connection. */
const CLAIM_SIZE = 8;

/** Takes schedules that are due on that day, the longest due first. */
export async function claimSchedulesDue(db: Db, day: string, claim: Claim): Promise<Schedule[]> {
  const [, ...lease] = leaseParameters(claim);
  const isOpen = isFree('leased_until', '$2');
  return db.query<Schedule>(
    `UPDATE payout_schedules s SET leased_until = $3
     WHERE s.company_id IN (
       SELECT company_id FROM payout_schedules ${takeDue({ dueAt: 'next_on', isOpen, limit: String(CLAIM_SIZE) })})
     RETURNING ${SCHEDULE}`,
    [day, ...lease],
  );
}

/**
 * What stays due stays leased, too: it comes again in a while. False where the schedule is not as it was when it was
 * claimed: somebody else has run, changed or removed it.
 */
export async function moveOn(tx: Tx, schedule: Schedule, nextOn: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payout_schedules SET next_on = $2, leased_until = CASE WHEN next_on = $2 THEN leased_until END
     WHERE company_id = $1 AND next_on = $3 AND rhythm = $4 AND day IS NOT DISTINCT FROM $5 AND destination_id = $6
       AND minimum_cents = $7 AND keep_cents = $8 RETURNING company_id`,
    [
      schedule.company_id,
      nextOn,
      schedule.next_on,
      schedule.rhythm,
      schedule.day,
      schedule.destination_id,
      schedule.minimum_cents,
      schedule.keep_cents,
    ],
  );
  return rows.length > 0;
}
