import type { Db } from '../../../ground/db/pool.ts';
import { statement } from '../../../ground/db/statement.ts';
import { isFree, takeDue } from '../../../ground/queues/claims.sql.ts';
import { paymentIdOf } from '../../../ground/subjects/subjects.sql.ts';
import { joinEvent } from '../../events/events.sql.ts';

/**
 * Switches off waiting for the disk, in the transaction of this one statement. A claim or a record that is lost with
 * the machine leads to one more delivery of the same event, which receivers must expect anyway.
 */
const NEED_NOT_WAIT_FOR_DISK = "relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))";

export interface ClaimedDelivery {
  id: number;
  endpoint_id: number;
  merchant_id: number;
  event_id: string;
  /** Null where the event is about no payment. */
  payment_id: number | null;
  payload: string;
  attempts: number;
  /** The time that the schedule counts from: the event, or the moment when somebody sent it again. */
  counted_from: Date;
  url: string;
  secret_sealed: string;
  /** The secrets before the last rotations, which still sign. */
  previous_secrets_sealed: string[];
}

export interface ClaimLimits {
  /** How many deliveries in all. */
  total: number;
  perProvenEndpoint: number;
  /** How many for an endpoint of which nothing is known yet. */
  perNewEndpoint: number;
  /** How many for an endpoint whose last attempt failed: enough to notice that it works again. */
  perFailingEndpoint: number;
  /** Whether any failing endpoint may be served now. */
  includeFailing: boolean;
  /** Whether failing endpoints come before the others, so that the others cannot keep them waiting for ever. */
  failingFirst: boolean;
  /** Endpoints that have answered well. */
  provenEndpointIds: readonly number[];
  /** Endpoints that may not have more under way. */
  busyEndpointIds: readonly number[];
  /** Endpoints take turns by id; the next one after this has its turn. */
  lastEndpointId: number;
  /** How many more of each merchant that has some under way, and of each that has none. */
  merchantRooms: readonly { merchantId: number; room: number }[];
  roomOfOtherMerchants: number;
}

/**
 * Jumps from one endpoint to the next in the index of waiting deliveries: it does not even look at
 * endpoints without any.
 */
export const ENDPOINTS_WITH_WAITING = `waiting (endpoint_id) AS (
       (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
         WHERE d.status = 'PENDING' AND d.endpoint_id > waiting.endpoint_id
         ORDER BY d.endpoint_id LIMIT 1)
       FROM waiting WHERE endpoint_id IS NOT NULL
     )`;

const ANY_WAITING = statement("SELECT FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY endpoint_id LIMIT 1");

/** Most looks find nothing, and this one costs the database a tenth of a claim. */
export async function isAnyWaiting(db: Db): Promise<boolean> {
  return (await db.query(ANY_WAITING)).length > 0;
}

const CLAIM = statement(
  `WITH RECURSIVE ${NEED_NOT_WAIT_FOR_DISK}, ${ENDPOINTS_WITH_WAITING}, served AS (
     SELECT e.id, e.merchant_id, e.url, e.secret_sealed, e.failing_since,
       ARRAY(
         SELECT p.sealed FROM unnest(e.previous_secrets_sealed, e.previous_secrets_until) AS p(sealed, until)
         WHERE p.until > $1)
         AS previous_secrets_sealed,
       CASE WHEN e.failing_since IS NOT NULL THEN $5::integer
         WHEN e.id = ANY ($9::bigint[]) THEN $4::integer
         ELSE $11::integer END AS chunk,
       row_number() OVER (ORDER BY (e.failing_since IS NULL) = $7, e.id <= $10, e.id) AS turn
     FROM waiting JOIN webhook_endpoints e ON e.id = waiting.endpoint_id
     WHERE e.status = 'ACTIVE' AND e.deleted_at IS NULL AND e.gives_up_before IS NULL
       AND e.id <> ALL ($8::bigint[]) AND ($6 OR e.failing_since IS NULL)
   ), in_turn AS (
     -- What is left of the merchant's room at this endpoint's turn. It assumes that the endpoints before it take full
     -- chunks; the next claim uses what they leave.
     SELECT served.*,
       coalesce(known.room, $14) + chunk - sum(chunk) OVER (PARTITION BY merchant_id ORDER BY turn) AS room
     FROM served LEFT JOIN unnest($12::bigint[], $13::integer[]) AS known(id, room) ON known.id = merchant_id
     ORDER BY turn
   ), due AS MATERIALIZED (
     SELECT d.*, e.id AS endpoint_id, e.merchant_id, e.url, e.secret_sealed, e.previous_secrets_sealed
     FROM in_turn e CROSS JOIN LATERAL (
       SELECT id, ctid AS place, event_id, attempts, is_resend, created_at FROM webhook_deliveries
       ${takeDue({
         dueAt: 'next_attempt_at',
         isOpen: `endpoint_id = e.id AND status = 'PENDING' AND ${isFree('leased_until', '$1')}`,
         limit: 'greatest(0, least(e.chunk, e.room))',
       })}
     ) d
     LIMIT $3
   ), claimed AS (
     -- By ctid: the row was locked above and does not move. By its key, PostgreSQL would look it up a second time or
     -- read the whole table. As an array and by itself: joined with what is due, a plan that was made for a few would
     -- read all of them once for each.
     UPDATE webhook_deliveries SET leased_until = $2 WHERE ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING id
   )
   SELECT due.id, due.endpoint_id, due.merchant_id, due.event_id, ${paymentIdOf('event')} AS payment_id,
     event.payload, due.attempts,
     CASE WHEN due.is_resend THEN due.created_at ELSE event.occurred_at END AS counted_from,
     due.url, due.secret_sealed, due.previous_secrets_sealed
   FROM due ${joinEvent('due.event_id')} CROSS JOIN relaxed
   -- As a value, which PostgreSQL looks up in a table of ids, and not as a join, for which see above.
   WHERE (due.id IN (SELECT id FROM claimed)) IS TRUE`,
);

/**
 * Takes due deliveries, a few of each endpoint in turn: however long the queue of one endpoint is, it does not delay
 * the first event of another, and no merchant takes more than its room. It locks only the rows that it takes, and SKIP
 * LOCKED lets many workers claim at once.
 */
export async function claimDeliveries(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limits: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  return db.query(CLAIM, [
    now,
    leaseUntil,
    limits.total,
    limits.perProvenEndpoint,
    limits.perFailingEndpoint,
    limits.includeFailing,
    limits.failingFirst,
    limits.busyEndpointIds,
    limits.provenEndpointIds,
    limits.lastEndpointId,
    limits.perNewEndpoint,
    limits.merchantRooms.map(({ merchantId }) => merchantId),
    limits.merchantRooms.map(({ room }) => room),
    limits.roomOfOtherMerchants,
  ]);
}

export interface AttemptRecord {
  merchantId: number;
  deliveryId: number;
  endpointId: number;
  attemptedAt: string;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
  durationMs: number;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  nextAttemptAt: string | null;
  isGone: boolean;
}

export interface RecordedAttempts {
  /** Endpoints whose row somebody else has locked: their results have to wait. */
  heldElsewhere: Set<number>;
  /** Endpoints that were switched off by these results. */
  disabled: { id: number; reason: string }[];
}

/** Of an endpoint `e` and its attempts of a batch, `c`. */
const IS_BEING_DISABLED = 'NOT c.has_arrived AND (c.is_gone OR e.failing_since <= $2)';

/** What a record is, as columns of `done`. */
const RECORD_TYPES = {
  deliveryId: 'bigint',
  endpointId: 'bigint',
  attemptedAt: 'timestamptz',
  statusCode: 'integer',
  error: 'text',
  responseBody: 'text',
  durationMs: 'integer',
  status: 'text',
  nextAttemptAt: 'timestamptz',
  isGone: 'boolean',
} as const satisfies Partial<Record<keyof AttemptRecord, string>>;
const RECORD_COLUMNS = Object.keys(RECORD_TYPES) as (keyof typeof RECORD_TYPES)[];

/**
 * Arrays, and not one list in JSON: of these PostgreSQL expects ten rows, and looks each delivery up; of that it
 * expects a hundred, and would rather read all deliveries where it had last seen a few thousand of them.
 */
const RECORD = statement(
  `WITH ${NEED_NOT_WAIT_FOR_DISK}, done AS MATERIALIZED (
     SELECT r.* FROM relaxed CROSS JOIN unnest(
       ${RECORD_COLUMNS.map((column, index) => `$${index + 4}::${RECORD_TYPES[column]}[]`).join(', ')}
     ) AS r(${RECORD_COLUMNS.map((column) => `"${column}"`).join(', ')})
   ), result AS (
     SELECT "endpointId" AS id, bool_or("status" = 'DELIVERED') AS has_arrived, bool_or("isGone") AS is_gone,
       max("attemptedAt") AS last_attempt_at
     FROM done GROUP BY 1
   ), judged AS (
     SELECT r.*, CASE WHEN r.has_arrived THEN e.failing_since IS NOT NULL
         ELSE e.failing_since IS NULL OR (e.status = 'ACTIVE' AND (r.is_gone OR e.failing_since <= $2)) END
       AS is_changing, e.last_attempt_at IS NULL OR e.last_attempt_at < $3 AS is_stale
     FROM result r JOIN webhook_endpoints e ON e.id = r.id
   ), changing AS MATERIALIZED (
     SELECT * FROM judged WHERE is_changing OR is_stale
   ), held AS MATERIALIZED (
     -- Not FOR UPDATE: that would also keep out every order that has an event for the endpoint.
     SELECT id FROM webhook_endpoints WHERE id IN (SELECT id FROM changing) FOR NO KEY UPDATE SKIP LOCKED
   ), changed AS (
     UPDATE webhook_endpoints e SET
       last_attempt_at = c.last_attempt_at,
       failing_since = CASE WHEN NOT c.has_arrived THEN coalesce(e.failing_since, $1) END,
       status = CASE WHEN ${IS_BEING_DISABLED} THEN 'DISABLED' ELSE e.status END,
       disabled_at = CASE WHEN ${IS_BEING_DISABLED} AND e.status = 'ACTIVE' THEN $1 ELSE e.disabled_at END,
       disabled_reason = CASE WHEN ${IS_BEING_DISABLED} AND e.status = 'ACTIVE'
         THEN CASE WHEN c.is_gone THEN 'GONE' ELSE 'FAILING' END ELSE e.disabled_reason END
     FROM changing c JOIN held ON held.id = c.id WHERE e.id = c.id
     RETURNING e.id, CASE WHEN e.status = 'DISABLED' AND e.disabled_at = $1 THEN e.disabled_reason END AS reason
   ), held_elsewhere AS MATERIALIZED (
     SELECT id FROM changing WHERE is_changing AND id NOT IN (SELECT id FROM held)
   ), recorded AS (
     -- A delivery that failed meanwhile because its endpoint was switched off stays failed, unless this attempt
     -- arrived.
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1, leased_until = NULL,
       status = CASE WHEN d.status = 'PENDING' OR done."status" = 'DELIVERED' THEN done."status" ELSE d.status END,
       next_attempt_at = CASE WHEN d.status = 'PENDING' AND done."status" = 'PENDING' THEN done."nextAttemptAt" END
     FROM done WHERE d.endpoint_id = done."endpointId" AND d.id = done."deliveryId"
       AND d.endpoint_id NOT IN (SELECT id FROM held_elsewhere)
     RETURNING d.id
   ), kept AS (
     INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, error, response_body, duration_ms)
     SELECT "deliveryId", "attemptedAt", "statusCode", "error", "responseBody", "durationMs"
     FROM done WHERE "deliveryId" IN (SELECT id FROM recorded)
   )
   SELECT id, NULL AS reason FROM held_elsewhere
   UNION ALL SELECT id, reason FROM changed WHERE reason IS NOT NULL`,
);

/**
 * Records many finished attempts at once: a row for each attempt, the state of each delivery, and whether its endpoint
 * works. An endpoint without any success in the batch is failing from now on, or is switched off for it; a job then
 * gives up what waits. When it was last tried is noted now and then. Endpoints whose row somebody else has locked are
 * left out whole, so that the others do not wait for them.
 */
export async function recordAttempts(
  db: Db,
  records: readonly AttemptRecord[],
  at: { now: Date; disableFailingSince: Date; lastAttemptBefore: Date },
): Promise<RecordedAttempts> {
  const rows = await db.query<{ id: number; reason: string | null }>(RECORD, [
    at.now,
    at.disableFailingSince,
    at.lastAttemptBefore,
    ...RECORD_COLUMNS.map((column) => records.map((record) => record[column])),
  ]);
  return {
    heldElsewhere: new Set(rows.filter(({ reason }) => reason === null).map(({ id }) => id)),
    disabled: rows.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}
