import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';
import { CLAIM_SIZE, takeDue, WITHOUT_WAITING_FOR_DISK } from '../../ground/queues/claims.sql.ts';

/** A claim is also the next attempt's time: a worker that dies gives its notifications back after this. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Two claims are worked on at a time: together they ask an acquirer no more at once than any other queue does. */
export const NOTIFICATIONS_IN_A_CLAIM = CLAIM_SIZE / 2;

export interface OpenNotification {
  id: number;
  acquirer: string;
  reference: string;
}

export interface NewNotification {
  acquirer: string;
  reference: string;
  /** Only a notification that is sent again word for word has the same hash. */
  contentHash: Buffer;
  at: Date;
}

const INSERT = statement(
  `INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at)
   SELECT acquirer, reference, hash, at, at
   FROM unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[]) AS n(acquirer, reference, hash, at)
   ON CONFLICT (acquirer, content_hash) DO NOTHING RETURNING id`,
);

/** Returns how many were not stored before. */
export async function insertNotifications(db: Db, notifications: readonly NewNotification[]): Promise<number> {
  const rows = await db.query(INSERT, [
    notifications.map(({ acquirer }) => acquirer),
    notifications.map(({ reference }) => reference),
    notifications.map(({ contentHash }) => contentHash),
    notifications.map(({ at }) => at),
  ]);
  return rows.length;
}

/**
 * In the words of the index by due time. The second condition is always true: without it, PostgreSQL would take that
 * index for searches by reference too, and read all that waits, where it had last seen little waiting.
 */
const IS_OPEN = 'worked_at IS NULL AND id > 0';

const CLAIM = statement(
  `UPDATE acquirer_notifications
   SET attempts = attempts + 1,
     next_attempt_at = $1 + least($2 * power(2, least(attempts, 20)), $3) * interval '1 millisecond'
   WHERE ${WITHOUT_WAITING_FOR_DISK} AND id IN (
     SELECT id FROM acquirer_notifications
     ${takeDue({ dueAt: 'next_attempt_at', isOpen: IS_OPEN, limit: String(NOTIFICATIONS_IN_A_CLAIM) })})
   RETURNING id, acquirer, reference`,
);

/** Takes what is due and pushes its next attempt out, further each time. */
export async function claimNotifications(db: Db, now: Date): Promise<OpenNotification[]> {
  return db.query(CLAIM, [now, FIRST_PAUSE_MS, LONGEST_PAUSE_MS]);
}

/** One that is lost is asked about once more: what it told is stored, durably, by whoever followed it. */
const MARK_WORKED = statement(
  `UPDATE acquirer_notifications SET worked_at = $2
   WHERE ${WITHOUT_WAITING_FOR_DISK} AND id IN (
     SELECT n.id FROM jsonb_to_recordset($1) AS newest(id bigint, acquirer text, reference text)
       CROSS JOIN LATERAL (
         SELECT n.id FROM acquirer_notifications n
         WHERE n.reference = newest.reference AND n.acquirer = newest.acquirer
           AND n.id <= newest.id AND n.worked_at IS NULL
         FOR UPDATE SKIP LOCKED
       ) n)`,
);

/**
 * One query answers every hint of that acquirer about that reference that had arrived before it was sent. A row in
 * other hands is left: two workers would wait for each other's, and a hint that stays is only one question more.
 */
export async function markNotificationsWorked(
  db: Db,
  newestOfEach: readonly OpenNotification[],
  now: Date,
): Promise<void> {
  await db.query(MARK_WORKED, [JSON.stringify(newestOfEach), now]);
}

export interface SecondLook extends OpenNotification {
  workedAt: Date;
  /** How many there were. */
  looks: number;
}

const CLAIM_SECOND_LOOKS = statement(
  `UPDATE acquirer_notifications SET look_again_at = $1 + $2 * interval '1 millisecond'
   WHERE id IN (
     SELECT id FROM acquirer_notifications
     ${takeDue({ dueAt: 'look_again_at', isOpen: 'look_again_at IS NOT NULL' })})
   RETURNING id, acquirer, reference, worked_at AS "workedAt", looks`,
);

/** Takes what brought nothing new and is to be looked at once more. A worker that dies gives it back. */
export async function claimSecondLooks(db: Db, now: Date): Promise<SecondLook[]> {
  return db.query(CLAIM_SECOND_LOOKS, [now, FIRST_PAUSE_MS]);
}

export interface LookAgain {
  id: number;
  looks: number;
  /** Null: not again. */
  at: Date | null;
}

export async function setSecondLooks(db: Db, looks: readonly LookAgain[]): Promise<void> {
  await db.query(
    `UPDATE acquirer_notifications n SET look_again_at = l.at, looks = l.looks
     FROM jsonb_to_recordset($1) AS l(id bigint, looks integer, at timestamptz) WHERE n.id = l.id`,
    [JSON.stringify(looks)],
  );
}

export async function hasOpenNotification(db: Db, reference: string): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM acquirer_notifications WHERE reference = $1 AND worked_at IS NULL LIMIT 1',
    [reference],
  );
  return rows.length > 0;
}

/**
 * Deletes the oldest notifications that were processed before then. Ids rise with time, so that no index by
 * time is needed.
 */
export async function removeOldestNotifications(
  tx: Tx,
  afterId: number | null,
  workedBefore: Date,
): Promise<Chunk<number>> {
  const [row] = await tx.query<Chunk<number>>(
    `WITH oldest AS MATERIALIZED (
       SELECT id, received_at FROM acquirer_notifications
       WHERE id > coalesce($1::bigint, 0) ORDER BY id LIMIT ${CHUNK_SIZE}
     ), old AS MATERIALIZED (
       SELECT id FROM oldest WHERE received_at < $2
     ), removed AS (
       DELETE FROM acquirer_notifications WHERE worked_at < $2 AND id = ANY (ARRAY(SELECT id FROM old))
     )
     SELECT count(*) AS count, max(id) AS last FROM old`,
    [afterId, workedBefore],
  );
  return row as Chunk<number>;
}

/** When the notification that is due for the longest is to be worked on; null when none waits. */
export async function findOldestNotificationDue(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    `SELECT next_attempt_at AS at FROM acquirer_notifications WHERE ${IS_OPEN} ORDER BY next_attempt_at LIMIT 1`,
  );
  return row?.at ?? null;
}
