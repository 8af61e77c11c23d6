import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../../ground/queues/chunks.ts';
import { holdsEvent } from '../../events/events.sql.ts';
import { stretchOfFeed } from '../../events/feed.sql.ts';
import { END_OF_FEED, type FeedPosition } from '../../events/feed-cursor.rules.ts';

/** How many events one recovery looks at: so many can be missed, and the rest by asking again. */
const MOST_LOOKED_AT = 20_000;
const MOST_RECOVERIES = 100;

/** What an endpoint has got or is about to get. What waits from before it was off is given up in a moment. */
const IS_TAKEN_CARE_OF = `(d.status = 'DELIVERED' OR (d.status = 'PENDING'
  AND (e.gives_up_before IS NULL OR d.created_at >= e.gives_up_before)))`;

/** Whether the endpoint `e` wants the event `s` now, whoever was to have it then. */
const IS_WANTED = `s.kind = ANY (e.events) AND s.kind <> 'webhook.test'
  AND (e.company_id IS NULL OR e.company_id = s.company_id)`;

const hasDelivery = (condition: string) => `(
  EXISTS (SELECT FROM webhook_deliveries d
    WHERE d.event_id = s.id AND d.endpoint_id = e.id AND NOT d.is_resend AND ${condition})
  OR EXISTS (SELECT FROM webhook_deliveries d
    WHERE d.event_id = s.id AND d.endpoint_id = e.id AND d.is_resend AND ${condition}))`;

/** Failed for good, or never written because the endpoint was off or did not exist yet. */
const IS_MISSED = `${IS_WANTED} AND NOT ${hasDelivery(IS_TAKEN_CARE_OF)}`;

export interface Missed {
  since: Date;
  /** When the last event that was looked at happened, where there are more; else null. */
  until: Date | null;
  /** Deliveries were tried, and failed for good. */
  failed: number;
  /** No delivery was ever written. */
  unsent: number;
  /** Where the look ended; null when there was nothing to look at. */
  upTo: FeedPosition | null;
}

/** What the endpoint missed of what happened since then, as far as one recovery goes. */
export async function countMissed(
  db: Db,
  endpointId: number,
  merchantId: number,
  since: Date,
  after: FeedPosition,
): Promise<Missed> {
  const [row] = await db.query<{
    looked_at: number;
    missed: number;
    failed: number;
    last_at: Date | null;
    last_writer: string | null;
    last_position: number | null;
  }>(
    `WITH ${stretchOfFeed({ merchantId: '$2', after: ['$4', '$5'], upTo: ['$6', '$7'], limit: MOST_LOOKED_AT })},
     missed AS MATERIALIZED (
       SELECT ${hasDelivery('true')} AS has_failed FROM stretch s JOIN webhook_endpoints e ON e.id = $1
       WHERE s.occurred_at >= $3 AND ${IS_MISSED}
     )
     SELECT (SELECT count(*) FROM stretch) AS looked_at, (SELECT count(*) FROM missed) AS missed,
       (SELECT count(*) FROM missed WHERE has_failed) AS failed,
       last.occurred_at AS last_at, last.written_by::text AS last_writer, last.position AS last_position
     FROM (SELECT true) one LEFT JOIN LATERAL (
       SELECT occurred_at, written_by, position FROM stretch s ORDER BY s.written_by DESC, s.position DESC LIMIT 1
     ) last ON true`,
    [endpointId, merchantId, since, after.writtenBy, after.position, END_OF_FEED.writtenBy, END_OF_FEED.position],
  );
  const { looked_at = 0, missed = 0, failed = 0, last_at = null, last_writer, last_position } = row ?? {};
  return {
    since,
    until: looked_at === MOST_LOOKED_AT ? last_at : null,
    failed,
    unsent: missed - failed,
    upTo: last_writer && last_position ? { writtenBy: last_writer, position: last_position } : null,
  };
}

/** Returns false when another recovery of this endpoint is still running. */
export async function insertRecovery(
  tx: Tx,
  recovery: { endpointId: number; since: Date; after: FeedPosition; upTo: FeedPosition; now: Date },
): Promise<boolean> {
  const { endpointId, since, after, upTo, now } = recovery;
  const rows = await tx.query(
    `INSERT INTO webhook_recoveries
       (endpoint_id, since, at_written_by, at_position, to_written_by, to_position, requested_at)
     VALUES ($1, $2, $3::text::xid8, $4, $5::text::xid8, $6, $7)
     ON CONFLICT (endpoint_id) WHERE finished_at IS NULL DO NOTHING RETURNING id`,
    [endpointId, since, after.writtenBy, after.position, upTo.writtenBy, upTo.position, now],
  );
  return rows.length > 0;
}

/** The longest waiting first. */
export async function listRunningRecoveries(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM webhook_recoveries WHERE finished_at IS NULL ORDER BY id LIMIT ${MOST_RECOVERIES}`,
  );
  return rows.map(({ id }) => id);
}

interface Recovery {
  endpoint_id: number;
  merchant_id: number;
  since: Date;
  at_written_by: string;
  at_position: number;
  to_written_by: string;
  to_position: number;
  is_on: boolean;
}

/**
 * Sends again what was missed in the next part of the stretch, and notes how far it came, in one transaction. Ends
 * it at the end of the stretch, and when the endpoint is switched off. A recovery that another process works on is
 * left to it.
 */
export async function recoverNextChunk(tx: Tx, recoveryId: number, now: Date): Promise<Chunk<null>> {
  const [recovery] = await tx.query<Recovery>(
    `SELECT r.endpoint_id, e.merchant_id, r.since, r.at_written_by::text, r.at_position, r.to_written_by::text,
       r.to_position, e.status = 'ACTIVE' AND e.deleted_at IS NULL AS is_on
     FROM webhook_recoveries r JOIN webhook_endpoints e ON e.id = r.endpoint_id
     WHERE r.id = $1 AND r.finished_at IS NULL FOR UPDATE OF r SKIP LOCKED`,
    [recoveryId],
  );
  if (!recovery) return { count: 0, last: null };
  const chunk = recovery.is_on ? await resendMissed(tx, recovery, now) : { looked_at: 0, sent: 0 };
  await tx.query(
    `UPDATE webhook_recoveries SET scheduled = scheduled + $2,
       at_written_by = coalesce($3::text::xid8, at_written_by), at_position = coalesce($4, at_position),
       finished_at = CASE WHEN $5 THEN $6::timestamptz END
     WHERE id = $1`,
    [recoveryId, chunk.sent, chunk.last_writer ?? null, chunk.last_position ?? null, chunk.looked_at < CHUNK_SIZE, now],
  );
  return { count: chunk.looked_at, last: null };
}

interface ResentChunk {
  looked_at: number;
  sent: number;
  last_writer?: string | null;
  last_position?: number | null;
}

async function resendMissed(tx: Tx, recovery: Recovery, now: Date): Promise<ResentChunk> {
  const [row] = await tx.query<ResentChunk>(
    `WITH ${stretchOfFeed({ merchantId: '$2', after: ['$4', '$5'], upTo: ['$6', '$7'], limit: CHUNK_SIZE })},
     sent AS (
       INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
       SELECT s.id, e.id, true, $8, $8 FROM stretch s JOIN webhook_endpoints e ON e.id = $1
       WHERE s.occurred_at >= $3 AND ${IS_MISSED} AND ${holdsEvent('s.id')}
       ORDER BY s.written_by, s.position
       RETURNING event_id
     )
     SELECT (SELECT count(*) FROM stretch) AS looked_at, (SELECT count(*) FROM sent) AS sent,
       last.written_by::text AS last_writer, last.position AS last_position
     FROM (SELECT true) one LEFT JOIN LATERAL (
       SELECT written_by, position FROM stretch s ORDER BY s.written_by DESC, s.position DESC LIMIT 1
     ) last ON true`,
    [
      recovery.endpoint_id,
      recovery.merchant_id,
      recovery.since,
      recovery.at_written_by,
      recovery.at_position,
      recovery.to_written_by,
      recovery.to_position,
      now,
    ],
  );
  return row as ResentChunk;
}

/** Deletes a chunk of the recoveries that ended before then. Returns how many. */
export async function forgetRecoveries(db: Db, finishedBefore: Date): Promise<number> {
  const rows = await db.query(
    `DELETE FROM webhook_recoveries WHERE id = ANY (ARRAY(
       SELECT id FROM webhook_recoveries WHERE finished_at < $1
       ORDER BY finished_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))
     RETURNING id`,
    [finishedBefore],
  );
  return rows.length;
}
