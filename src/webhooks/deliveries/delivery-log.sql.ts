import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { joinEvent, type StoredEvent } from '../../events/events.sql.ts';
import { offsetOf, type Paging } from '../../lists/list-query.rules.ts';
import { paymentIdOf } from '../../subjects/subjects.sql.ts';
import type { ScheduledDelivery } from './outbox.sql.ts';

/** How much of an answer the log shows: a page with whole answers could be megabytes. */
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
  /** Null when the event is not about a payment. */
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
       SELECT d.id, d.event_id, event.kind, ${paymentIdOf('event')} AS payment_id, d.status, d.is_resend, d.next_attempt_at, d.created_at,
         coalesce((SELECT json_agg(json_build_object('attempted_at', a.attempted_at, 'status_code', a.status_code, 'error', a.error,
           'response_body', left(a.response_body, ${LISTED_BODY_LENGTH}), 'duration_ms', a.duration_ms) ORDER BY a.id)
           FROM webhook_attempts a WHERE a.delivery_id = d.id), '[]') AS attempts
       FROM webhook_deliveries d ${joinEvent('d.event_id')} WHERE d.endpoint_id = $1
       ORDER BY d.id DESC LIMIT ${paging.limit} OFFSET ${offsetOf(paging)}
     )
     SELECT (SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1) AS total,
       (SELECT json_agg(page ORDER BY id DESC) FROM page) AS deliveries`,
    [endpointId],
  );
  return { deliveries: row?.deliveries ?? [], total: row?.total ?? 0 };
}

/** Adds a delivery for every endpoint that wants the event now; scheduled deliveries stay as they are. */
export async function insertResends(tx: Tx, event: StoredEvent, at: Date): Promise<ScheduledDelivery[]> {
  return tx.query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
     SELECT $1, id, true, $5, $5 FROM webhook_endpoints
     WHERE merchant_id = $2 AND deleted_at IS NULL AND status = 'ACTIVE' AND (company_id IS NULL OR company_id = $3) AND $4 = ANY (events)
     ORDER BY id
     RETURNING id, endpoint_id AS webhook_id, $4 AS event, status`,
    [event.id, event.merchant_id, event.company_id, event.kind, at],
  );
}
