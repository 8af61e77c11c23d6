import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../../ground/queues/chunks.ts';
import { ENDPOINTS_WITH_WAITING } from './deliveries.sql.ts';

const MAX_ENDPOINTS = 100;

export interface OldestDeliveries {
  /** The earliest time at which an attempt is to be made, to an endpoint that works and to one that does not. */
  toWorking: Date | null;
  toFailing: Date | null;
}

/** What waits for endpoints that are served. Jumps from endpoint to endpoint, and reads one row of each. */
export async function findOldestDeliveriesDue(db: Db): Promise<OldestDeliveries> {
  const [row] = await db.query<OldestDeliveries>(
    `WITH RECURSIVE ${ENDPOINTS_WITH_WAITING}
     SELECT min(oldest.next_attempt_at) FILTER (WHERE e.failing_since IS NULL) AS "toWorking",
       min(oldest.next_attempt_at) FILTER (WHERE e.failing_since IS NOT NULL) AS "toFailing"
     FROM waiting JOIN webhook_endpoints e ON e.id = waiting.endpoint_id CROSS JOIN LATERAL (
       SELECT next_attempt_at FROM webhook_deliveries d
       WHERE d.endpoint_id = e.id AND d.status = 'PENDING' ORDER BY d.next_attempt_at LIMIT 1
     ) oldest
     WHERE e.status = 'ACTIVE' AND e.deleted_at IS NULL AND e.gives_up_before IS NULL`,
  );
  return row ?? { toWorking: null, toFailing: null };
}

export interface EndpointWithBacklog {
  id: number;
  is_removed: boolean;
}

/**
 * Endpoints with waiting deliveries that will not be sent: the endpoint is off, was off until a moment ago, or is
 * removed. The question is asked anew each time, so that it also finds an event that was being written while its
 * endpoint was switched off.
 */
export async function listEndpointsWithBacklog(db: Db): Promise<EndpointWithBacklog[]> {
  return db.query(
    `WITH RECURSIVE ${ENDPOINTS_WITH_WAITING}
     SELECT id, false AS is_removed FROM waiting JOIN webhook_endpoints ON id = endpoint_id
       WHERE status = 'DISABLED' AND deleted_at IS NULL
     UNION ALL
     SELECT id, false FROM webhook_endpoints WHERE gives_up_before IS NOT NULL AND status = 'ACTIVE'
     UNION ALL
     SELECT id, true FROM webhook_endpoints e WHERE gives_up_before IS NOT NULL AND deleted_at IS NOT NULL
       AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = e.id)
     LIMIT ${MAX_ENDPOINTS}`,
  );
}

/**
 * The statement that fails the deliveries also reads whether the endpoint is still off, so that it cannot see what is
 * written after the endpoint was switched on again. Rows that somebody else has locked are left for the next time:
 * nobody waits here.
 */
export async function failWaitingDeliveries(tx: Tx, endpointId: number, dueFrom: Date | null): Promise<Chunk<Date>> {
  const [row] = await tx.query<Chunk<Date>>(
    `WITH chunk AS MATERIALIZED (
       SELECT d.ctid AS place, d.next_attempt_at FROM webhook_endpoints e
         JOIN webhook_deliveries d ON d.endpoint_id = e.id
       WHERE e.id = $1 AND (e.status = 'DISABLED' OR d.created_at < e.gives_up_before)
         AND d.status = 'PENDING' AND d.next_attempt_at >= coalesce($2::timestamptz, '-infinity')
       ORDER BY d.next_attempt_at LIMIT ${CHUNK_SIZE} FOR UPDATE OF d SKIP LOCKED
     ), failed AS (
       UPDATE webhook_deliveries d SET status = 'FAILED', next_attempt_at = NULL
       FROM chunk WHERE d.ctid = chunk.place RETURNING chunk.next_attempt_at
     )
     SELECT count(*) AS count, max(next_attempt_at) AS last FROM failed`,
    [endpointId, dueFrom],
  );
  return row as Chunk<Date>;
}

/** The endpoint was switched on again, and nothing is left of what waited before: from now on it is served. */
export async function serveEndpointAgain(db: Db, endpointId: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE webhook_endpoints e SET gives_up_before = NULL
     WHERE id = $1 AND status = 'ACTIVE' AND gives_up_before IS NOT NULL AND NOT EXISTS (
       SELECT FROM webhook_deliveries d WHERE d.endpoint_id = $1 AND d.status = 'PENDING'
         AND d.created_at < e.gives_up_before)
     RETURNING id`,
    [endpointId],
  );
  return rows.length > 0;
}

/**
 * Removes the endpoint's oldest deliveries with their attempts: those that ended before the given time, or all of them,
 * waiting or not, when no time is given. Ids rise with time, so that the first young delivery ends the search without
 * an index by time.
 */
export async function removeOldestDeliveries(
  tx: Tx,
  endpointId: number,
  afterId: number | null,
  createdBefore: Date | null,
): Promise<Chunk<number>> {
  const [row] = await tx.query<Chunk<number>>(
    `WITH oldest AS MATERIALIZED (
       SELECT id, ctid AS place, created_at, status FROM webhook_deliveries
       WHERE endpoint_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), old AS MATERIALIZED (
       SELECT id, place, status FROM oldest WHERE $3::timestamptz IS NULL OR created_at < $3
     ), chunk AS MATERIALIZED (
       SELECT id, place FROM old WHERE $3::timestamptz IS NULL OR status <> 'PENDING'
     ), attempts AS (
       DELETE FROM webhook_attempts WHERE delivery_id = ANY (ARRAY(SELECT id FROM chunk))
     ), deliveries AS (
       DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(SELECT place FROM chunk))
     )
     SELECT count(*) AS count, max(id) AS last FROM old`,
    [endpointId, afterId, createdBefore],
  );
  return row as Chunk<number>;
}

/** The endpoints whose oldest delivery is older than the given time. */
export async function listEndpointsWithOldDeliveries(db: Db, createdBefore: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
       SELECT created_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id ORDER BY d.id LIMIT 1
     ) oldest
     WHERE oldest.created_at < $1 LIMIT ${MAX_ENDPOINTS}`,
    [createdBefore],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes endpoints without deliveries that were removed so long ago that no running transaction knows them.
 * Returns how many.
 */
export async function forgetRemovedEndpoints(db: Db, removedBefore: Date): Promise<number> {
  const rows = await db.query(
    `DELETE FROM webhook_endpoints WHERE id IN (
       SELECT id FROM webhook_endpoints e WHERE deleted_at IS NOT NULL AND gives_up_before < $1
         AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = e.id)
       LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [removedBefore],
  );
  return rows.length;
}
