import type { Db } from '../../ground/db/pool.ts';

/** Addresses stand in the order of their hashes: the first of them are as good as any. */
const SAMPLE_SIZE = 1_000;

/** Since when the next of that day could have been sent; null: none waits. */
export async function findOldestReminderDue(db: Db, day: string): Promise<Date | null> {
  const [row] = await db.query<{ due: Date }>(
    `SELECT greatest(next_attempt_at, created_at) AS due FROM reminders
     WHERE status = 'WAITING' AND day = $1 ORDER BY next_attempt_at, place, payment_id LIMIT 1`,
    [day],
  );
  return row?.due ?? null;
}

/** What the mail server took of that day's, and what it did not take so far; of many a sample. */
export async function sampleReminders(db: Db, day: string): Promise<{ sent: number; failing: number }> {
  const [row] = await db.query<{ sent: number; failing: number }>(
    `SELECT count(*) FILTER (WHERE status = 'SENT') AS sent,
       count(*) FILTER (WHERE status = 'FAILED' OR (status = 'WAITING' AND attempts > 0)) AS failing
     FROM (SELECT status, attempts FROM reminders WHERE day = $1 ORDER BY address_hash LIMIT ${SAMPLE_SIZE}) sample`,
    [day],
  );
  return row ?? { sent: 0, failing: 0 };
}
