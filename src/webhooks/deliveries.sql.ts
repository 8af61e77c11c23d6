import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

export interface ClaimedDelivery {
  id: number;
  endpoint_id: number;
  event_id: string;
  payload: string;
  attempts: number;
  /** What the schedule counts from: the event, or the moment it was sent again by hand. */
  counted_from: Date;
  url: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
}

export interface ClaimLimits {
  /** Deliveries in all. */
  total: number;
  perProvenEndpoint: number;
  /** For endpoints of which nothing is known yet. */
  perNewEndpoint: number;
  /** For endpoints whose last attempt failed: they get a foot in the door and no more. */
  perFailingEndpoint: number;
  /** Whether any failing endpoint may be served now. */
  includeFailing: boolean;
  /** Endpoints that have answered well. */
  provenEndpointIds: readonly number[];
  /** Endpoints that already have as many under way as they may. */
  busyEndpointIds: readonly number[];
}

/**
 * Takes due deliveries, a few of each endpoint: the longest queue in the world cannot crowd out another endpoint's first
 * event. The claim pushes the next attempt out by the lease; SKIP LOCKED lets many workers claim at once.
 */
export async function claimDeliveries(db: Db, now: Date, leaseUntil: Date, limits: ClaimLimits): Promise<ClaimedDelivery[]> {
  return db.query(
    `WITH due AS (
       SELECT d.id, e.id AS endpoint_id, e.url, e.secret_sealed,
         CASE WHEN e.previous_secret_until > $1 THEN e.previous_secret_sealed END AS previous_secret_sealed
       FROM webhook_endpoints e CROSS JOIN LATERAL (
         SELECT id, next_attempt_at FROM webhook_deliveries
         WHERE endpoint_id = e.id AND status = 'PENDING' AND next_attempt_at <= $1
         ORDER BY next_attempt_at
         LIMIT CASE WHEN e.failing_since IS NOT NULL THEN $5::integer WHEN e.id = ANY ($8::bigint[]) THEN $4::integer ELSE $9::integer END
         FOR UPDATE SKIP LOCKED
       ) d
       WHERE e.status = 'ACTIVE' AND e.deleted_at IS NULL AND e.id <> ALL ($7::bigint[]) AND ($6 OR e.failing_since IS NULL)
       ORDER BY (e.failing_since IS NOT NULL), d.next_attempt_at LIMIT $3
     )
     UPDATE webhook_deliveries d SET next_attempt_at = $2
     FROM due JOIN LATERAL (SELECT ev.id, ev.payload, ev.occurred_at FROM events ev, webhook_deliveries own
       WHERE own.id = due.id AND ev.id = own.event_id) event ON true
     WHERE d.id = due.id
     RETURNING d.id, due.endpoint_id, event.id AS event_id, event.payload, d.attempts,
       CASE WHEN d.is_resend THEN d.created_at ELSE event.occurred_at END AS counted_from,
       due.url, due.secret_sealed, due.previous_secret_sealed`,
    [
      now,
      leaseUntil,
      limits.total,
      limits.perProvenEndpoint,
      limits.perFailingEndpoint,
      limits.includeFailing,
      limits.busyEndpointIds,
      limits.provenEndpointIds,
      limits.perNewEndpoint,
    ],
  );
}

export interface AttemptRecord {
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

/** Many finished attempts at once: each a row, each delivery's state, and how its endpoint is doing. */
export async function recordAttempts(tx: Tx, records: readonly AttemptRecord[], disableFailingSince: Date, now: Date): Promise<void> {
  const rows = JSON.stringify(records);
  await tx.query(
    `WITH done AS (
       SELECT * FROM jsonb_to_recordset($1) AS r("deliveryId" bigint, "attemptedAt" timestamptz, "statusCode" integer, "error" text,
         "responseBody" text, "durationMs" integer, "status" text, "nextAttemptAt" timestamptz)
     ), logged AS (
       INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, error, response_body, duration_ms)
       SELECT "deliveryId", "attemptedAt", "statusCode", "error", "responseBody", "durationMs" FROM done
     )
     -- A delivery that was failed meanwhile, because its endpoint was switched off, stays so unless this attempt arrived.
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1,
       status = CASE WHEN d.status = 'PENDING' OR done."status" = 'DELIVERED' THEN done."status" ELSE d.status END,
       next_attempt_at = CASE WHEN d.status = 'PENDING' AND done."status" = 'PENDING' THEN done."nextAttemptAt" END
     FROM done WHERE d.id = done."deliveryId"`,
    [rows],
  );
  // Rising order, so that two workers never wait for each other in a circle.
  await tx.query(
    `WITH outcome AS (
       SELECT "endpointId" AS id, bool_or("status" = 'DELIVERED') AS succeeded, bool_or("isGone") AS gone
       FROM jsonb_to_recordset($1) AS r("endpointId" bigint, "status" text, "isGone" boolean) GROUP BY 1
     ), locked AS (
       SELECT e.id, o.succeeded, o.gone FROM webhook_endpoints e JOIN outcome o USING (id)
       WHERE (o.succeeded AND e.failing_since IS NOT NULL) OR NOT o.succeeded
       ORDER BY e.id FOR UPDATE OF e
     )
     UPDATE webhook_endpoints e SET
       failing_since = CASE WHEN locked.succeeded THEN NULL ELSE coalesce(e.failing_since, $3) END,
       status = CASE WHEN locked.gone OR (NOT locked.succeeded AND e.failing_since <= $2) THEN 'DISABLED' ELSE e.status END
     FROM locked WHERE e.id = locked.id`,
    [rows, disableFailingSince, now],
  );
  await tx.query(
    `UPDATE webhook_deliveries d SET status = 'FAILED', next_attempt_at = NULL
     FROM webhook_endpoints e
     WHERE d.endpoint_id = e.id AND d.status = 'PENDING' AND e.status = 'DISABLED'
       AND e.id IN (SELECT "endpointId" FROM jsonb_to_recordset($1) AS r("endpointId" bigint))`,
    [rows],
  );
}
