import { unknownReceiptsSince } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import { destinationsCreatedSince } from '../../gateway/destinations/destinations.sql.ts';
import { openDivergencesSince } from '../../gateway/divergences/divergences.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { isFree, leaseParameters, takeDue } from '../../ground/queues/claims.sql.ts';
import { removeOldest } from '../../ground/queues/remove-oldest.sql.ts';
import type { FeedPosition } from '../../news/events/feed-cursor.rules.ts';
import { endpointsInTrouble } from '../../news/webhooks/endpoints/endpoints.sql.ts';

export type NoticeKind =
  | 'endpoint_failing'
  | 'endpoint_disabled'
  | 'divergence_found'
  | 'payment_receipt'
  | 'link_oversold'
  | 'unknown_receipts'
  | 'destination_created';

export interface Notice {
  id: number;
  kind: NoticeKind;
  merchant_id: number;
  /** The endpoint, the divergence, the payment, the first of several receipts or the destination. */
  subject_id: number;
  since: Date;
  attempts: number;
}

/** In one turn; the others have theirs in the next. */
const MOST_AT_ONCE = 1_000;
/** Mails under way at a time in one process. */
const CLAIM_SIZE = 4;

/** A notice of each of these that has none yet. $1 is now; the source is numbered from $2. */
const insertOnce = (source: string) => `
  INSERT INTO notices (kind, merchant_id, subject_id, since, next_attempt_at, created_at)
  SELECT kind, merchant_id, subject_id, since, $1, $1 FROM (${source}) AS news
  WHERE NOT EXISTS (SELECT FROM notices n WHERE n.merchant_id = news.merchant_id AND n.kind = news.kind
    AND n.subject_id = news.subject_id AND n.since = news.since)
  LIMIT ${MOST_AT_ONCE} ON CONFLICT DO NOTHING`;

/** What began before `oldest` is left alone: notices are deleted after a while, and nobody is told twice. */
export async function insertEndpointNotices(
  db: Db,
  at: { now: Date; failingBefore: Date; oldest: Date },
): Promise<void> {
  await db.query(insertOnce(endpointsInTrouble({ failingBefore: '$2', beganAfter: '$3' })), [
    at.now,
    at.failingBefore,
    at.oldest,
  ]);
}

/** `oldest` is business time, as the detection of a divergence is. */
export async function insertDivergenceNotices(db: Db, at: { now: Date; oldest: Date }): Promise<void> {
  await db.query(insertOnce(openDivergencesSince('$2')), [at.now, at.oldest]);
}

/** `oldest` is business time, as the day of a comparison is. */
export async function insertUnknownReceiptNotices(db: Db, at: { now: Date; oldest: Date }): Promise<void> {
  await db.query(insertOnce(unknownReceiptsSince('$2')), [at.now, at.oldest]);
}

/** `oldest` is business time, as the creation of a destination is. */
export async function insertDestinationNotices(db: Db, at: { now: Date; oldest: Date }): Promise<void> {
  await db.query(insertOnce(destinationsCreatedSince('$2')), [at.now, at.oldest]);
}

export interface NewReceipt {
  merchant_id: number;
  payment_id: number;
  paid_at: string;
}

export async function insertReceipts(tx: Tx, receipts: readonly NewReceipt[], now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO notices (kind, merchant_id, subject_id, since, next_attempt_at, created_at)
     SELECT 'payment_receipt', merchant_id, payment_id, paid_at, $2, $2
     FROM json_to_recordset($1) AS r(merchant_id bigint, payment_id bigint, paid_at timestamptz)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(receipts), now],
  );
}

/** Of a payment that came after its hold, for which its link had no place left. */
export async function insertOversoldNotice(
  tx: Tx,
  payment: { id: number; merchant_id: number },
  paidAt: Date,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO notices (kind, merchant_id, subject_id, since, next_attempt_at, created_at)
     VALUES ('link_oversold', $1, $2, $3, $4, $4) ON CONFLICT DO NOTHING`,
    [payment.merchant_id, payment.id, paidAt, now],
  );
}

/** Merchants whose payers get receipts are read from now on, and no others. */
export async function keepReceiptReaders(tx: Tx, merchantIds: readonly number[], end: FeedPosition): Promise<void> {
  await tx.query('DELETE FROM receipt_readers WHERE merchant_id <> ALL ($1::bigint[])', [merchantIds]);
  await tx.query(
    `INSERT INTO receipt_readers (merchant_id, at_written_by, at_position)
     SELECT id, $2::text::xid8, $3 FROM unnest($1::bigint[]) AS id ON CONFLICT DO NOTHING`,
    [merchantIds, end.writtenBy, end.position],
  );
}

/** Those that no other process reads at this moment. */
export async function lockReceiptReaders(tx: Tx): Promise<{ merchantId: number; after: FeedPosition }[]> {
  const rows = await tx.query<{ merchant_id: number; at_written_by: string; at_position: number }>(
    `SELECT merchant_id, at_written_by::text, at_position FROM receipt_readers
     ORDER BY merchant_id FOR UPDATE SKIP LOCKED`,
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    after: { writtenBy: row.at_written_by, position: row.at_position },
  }));
}

export async function moveReceiptReaders(
  tx: Tx,
  moves: readonly { merchantId: number; to: FeedPosition }[],
): Promise<void> {
  await tx.query(
    `UPDATE receipt_readers r SET at_written_by = m.written_by::xid8, at_position = m.position
     FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS m(merchant_id, written_by, position)
     WHERE r.merchant_id = m.merchant_id`,
    [
      moves.map(({ merchantId }) => merchantId),
      moves.map(({ to }) => to.writtenBy),
      moves.map(({ to }) => to.position),
    ],
  );
}

export async function claimNotices(db: Db, now: Date): Promise<Notice[]> {
  return db.query(
    `WITH due AS MATERIALIZED (
       SELECT id FROM notices ${takeDue({
         dueAt: 'next_attempt_at',
         isOpen: `status = 'PENDING' AND ${isFree('leased_until', '$2')}`,
         limit: String(CLAIM_SIZE),
       })}
     )
     UPDATE notices n SET leased_until = $3 FROM due WHERE n.id = due.id
     RETURNING n.id, n.kind, n.merchant_id, n.subject_id, n.since, n.attempts`,
    leaseParameters({ now, realNow: now }),
  );
}

export async function finishNotice(
  db: Db,
  id: number,
  result: { status: 'SENT' | 'MOOT' | 'FAILED' } | { status: 'PENDING'; nextAttemptAt: Date },
): Promise<void> {
  await db.query(
    `UPDATE notices SET status = $2, attempts = attempts + 1, next_attempt_at = $3, leased_until = NULL
     WHERE id = $1 AND status = 'PENDING'`,
    [id, result.status, result.status === 'PENDING' ? result.nextAttemptAt : null],
  );
}

/** Deletes the oldest notices, sent or not. */
export async function removeOldestNotices(tx: Tx, after: Date | null, createdBefore: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'notices', 'created_at', { from: after, before: createdBefore });
}

/** When the notice that is due for the longest is to be sent; null when none waits. */
export async function findOldestNoticeDue(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    "SELECT next_attempt_at AS at FROM notices WHERE status = 'PENDING' ORDER BY next_attempt_at LIMIT 1",
  );
  return row?.at ?? null;
}

export interface SentNotice {
  kind: NoticeKind;
  payment_id: number;
  status: string;
  created_at: Date;
}

/** E-mails to those who paid these. */
export async function listReceiptsOfPayments(
  db: Db,
  merchantId: number,
  paymentIds: readonly number[],
): Promise<SentNotice[]> {
  return db.query(
    `SELECT kind, subject_id AS payment_id, status, created_at FROM notices
     WHERE merchant_id = $1 AND kind = 'payment_receipt' AND subject_id = ANY ($2::bigint[]) ORDER BY id`,
    [merchantId, paymentIds],
  );
}
