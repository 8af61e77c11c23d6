import type { Db } from '../../ground/db/pool.ts';

/** How old what waits is, asked from the indexes that the work itself is claimed by; nothing is changed or locked. */

/** When the oldest was due in each queue; null when nothing waits. */
export interface OldestDue {
  notifications: Date | null;
  paymentChecks: Date | null;
  refundChecks: Date | null;
  deliveries: Date | null;
  notices: Date | null;
}

export async function readOldestDue(db: Db): Promise<OldestDue> {
  const [row] = await db.query<OldestDue>(
    `SELECT
       (SELECT min(next_attempt_at) FROM acquirer_notifications WHERE worked_at IS NULL) AS notifications,
       (SELECT min(next_check_at) FROM payment_checks) AS "paymentChecks",
       (SELECT min(next_check_at) FROM refunds WHERE next_check_at IS NOT NULL) AS "refundChecks",
       (SELECT min(next_attempt_at) FROM notices WHERE status = 'PENDING') AS notices,
       (SELECT min(oldest.next_attempt_at) FROM webhook_endpoints e CROSS JOIN LATERAL (
          SELECT d.next_attempt_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'PENDING'
          ORDER BY d.next_attempt_at LIMIT 1) oldest
        WHERE e.status = 'ACTIVE' AND e.deleted_at IS NULL) AS deliveries`,
  );
  return row as OldestDue;
}

export interface UnreadableAnswers {
  /** Counted up to that many. */
  payments: number;
  since: Date;
  fields: string[];
}

/** Payments about which an acquirer answers what cannot be read; null: none. */
export async function readUnreadableAnswers(db: Db, most: number): Promise<UnreadableAnswers | null> {
  const [row] = await db.query<UnreadableAnswers>(
    `SELECT count(*) AS payments, min(trouble_since) AS since, array_agg(DISTINCT trouble_field) AS fields
     FROM (SELECT trouble_since, coalesce(trouble_field, '?') AS trouble_field FROM payment_checks
           WHERE trouble = 'UNREADABLE_ANSWER' LIMIT ${most}) unreadable
     HAVING count(*) > 0`,
  );
  return row ?? null;
}

/** Changes of counts that wait to be folded, up to that many of each kind. */
export async function countUnfolded(db: Db, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT greatest(
       (SELECT count(*) FROM (SELECT FROM payment_count_deltas LIMIT ${most}) payments),
       (SELECT count(*) FROM (SELECT FROM customer_count_deltas LIMIT ${most}) customers),
       (SELECT count(*) FROM (SELECT FROM payment_day_deltas LIMIT ${most}) days)) AS count`,
  );
  return row?.count ?? 0;
}

/** When the oldest notification that is done was received; ids rise with time. */
export async function findOldestNotification(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ received_at: Date; is_done: boolean }>(
    'SELECT received_at, worked_at IS NOT NULL AS is_done FROM acquirer_notifications ORDER BY id LIMIT 1',
  );
  return row?.is_done ? row.received_at : null;
}

/** When the first migration was applied. */
export async function findDatabaseBirth(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>('SELECT min(applied_at) AS at FROM schema_migrations');
  return row?.at ?? null;
}
