import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { offsetOf, type Paging } from '../lists/list-query.rules.ts';

/** A page of deliveries with all that their receivers answered could be megabytes. */
const LISTED_BODY_LENGTH = 1024;

export interface LoggedAttempt {
  attempted_at: string;
  status_code: number | null;
  error: string | null;
  response_body: string | null;
  duration_ms: number;
}

export interface LoggedDelivery {
  id: number;
  event_id: string;
  kind: string;
  payment_id: number | null;
  status: string;
  is_resend: boolean;
  next_attempt_at: string | null;
  created_at: string;
  attempts: LoggedAttempt[];
}

/** The newest first; times as text, because they come out of JSON. */
export async function listDeliveries(db: Db, endpointId: number, paging: Paging): Promise<{ deliveries: LoggedDelivery[]; total: number }> {
  const [row] = await db.query<{ deliveries: LoggedDelivery[] | null; total: number }>(
    `WITH page AS (
       SELECT d.id, d.event_id, e.kind, e.payment_id, d.status, d.is_resend, d.next_attempt_at, d.created_at,
         coalesce((SELECT json_agg(json_build_object('attempted_at', a.attempted_at, 'status_code', a.status_code, 'error', a.error,
           'response_body', left(a.response_body, ${LISTED_BODY_LENGTH}), 'duration_ms', a.duration_ms) ORDER BY a.id)
           FROM webhook_attempts a WHERE a.delivery_id = d.id), '[]') AS attempts
       FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE d.endpoint_id = $1
       ORDER BY d.id DESC LIMIT ${paging.limit} OFFSET ${offsetOf(paging)}
     )
     SELECT (SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1) AS total,
       (SELECT json_agg(page ORDER BY id DESC) FROM page) AS deliveries`,
    [endpointId],
  );
  return { deliveries: row?.deliveries ?? [], total: row?.total ?? 0 };
}

export interface ResentDelivery {
  id: number;
  webhook_id: number;
  event: string;
  status: string;
}

export async function findLatestEventId(db: Db, paymentId: number): Promise<string | null> {
  const [row] = await db.query<{ id: string }>('SELECT id FROM events WHERE payment_id = $1 ORDER BY sequence DESC LIMIT 1', [paymentId]);
  return row?.id ?? null;
}

/** Deliveries of their own for every endpoint that wants the event now; those on the schedule are left as they are. */
export async function insertResends(tx: Tx, eventId: string, at: Date): Promise<ResentDelivery[]> {
  return tx.query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
     SELECT ev.id, e.id, true, $2, $2 FROM events ev JOIN webhook_endpoints e ON e.merchant_id = ev.merchant_id
     WHERE ev.id = $1 AND e.deleted_at IS NULL AND e.status = 'ACTIVE'
       AND (e.company_id IS NULL OR e.company_id = ev.company_id) AND ev.kind = ANY (e.events)
     ORDER BY e.id
     RETURNING id, endpoint_id AS webhook_id, (SELECT kind FROM events WHERE id = $1) AS event, status`,
    [eventId, at],
  );
}

/** A test event goes to the one endpoint that is tried, whatever it is subscribed to. */
export async function insertTestDelivery(
  tx: Tx,
  test: { eventId: string; merchantId: number; companyId: number | null; endpointId: number; payload: string; at: Date },
): Promise<ResentDelivery> {
  const [row] = await tx.query<ResentDelivery>(
    `WITH event AS (
       INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at) VALUES ($1, $2, $3, 'webhook.test', $5, $6)
     )
     INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at) VALUES ($1, $4, $6, $6)
     RETURNING id, endpoint_id AS webhook_id, 'webhook.test' AS event, status`,
    [test.eventId, test.merchantId, test.companyId, test.endpointId, test.payload, test.at],
  );
  return row as ResentDelivery;
}
