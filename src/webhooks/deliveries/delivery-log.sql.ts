import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { holdsEvent, joinEvent, type StoredEvent } from '../../events/events.sql.ts';
import type { Paging } from '../../lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../lists/page.sql.ts';
import { paymentIdOf } from '../../subjects/subjects.sql.ts';
import type { ScheduledDelivery } from './outbox.sql.ts';

/** How much of an answer the log shows: a page with whole answers could be megabytes. */
const LISTED_BODY_LENGTH = 1024;

/** Times are text, because they come out of JSON. */
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
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  is_resend: boolean;
  next_attempt_at: Date | null;
  created_at: Date;
  attempts: LoggedAttempt[];
}

const LISTED = `
  SELECT d.id, d.event_id, event.kind, ${paymentIdOf('event')} AS payment_id, d.status, d.is_resend,
    d.next_attempt_at, d.created_at,
    coalesce((SELECT json_agg(json_build_object(
      'attempted_at', a.attempted_at, 'status_code', a.status_code, 'error', a.error,
      'response_body', left(a.response_body, ${LISTED_BODY_LENGTH}), 'duration_ms', a.duration_ms) ORDER BY a.id)
      FROM webhook_attempts a WHERE a.delivery_id = d.id), '[]') AS attempts
  FROM page JOIN webhook_deliveries d ON d.endpoint_id = $1 AND d.id = page.id ${joinEvent('d.event_id')}`;

/** The newest first. */
export async function listDeliveries(db: Db, endpointId: number, paging: Paging): Promise<ListPage<LoggedDelivery>> {
  const list = {
    ids: 'SELECT id FROM webhook_deliveries WHERE endpoint_id = $1',
    orderBy: 'id',
    direction: 'DESC',
    total: 'SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1',
    rows: LISTED,
  } as const;
  return readPage(db, list, [endpointId], paging);
}

export interface DeliveryOfEvent {
  id: number;
  event_id: string;
  webhook_id: number;
  url: string;
  status: LoggedDelivery['status'];
  is_resend: boolean;
  attempts: number;
  last_status_code: number | null;
  last_duration_ms: number | null;
}

/** However often an event was sent again; the whole log is the endpoint's. */
const SHOWN_OF_EVENT = 50;

/** The latest deliveries of each of these events, newest first, each with its last attempt. */
export async function listDeliveriesOfEvents(db: Db, eventIds: readonly string[]): Promise<DeliveryOfEvent[]> {
  const ofEvent = (isResend: string) =>
    `SELECT id, endpoint_id FROM webhook_deliveries WHERE event_id = asked.id AND ${isResend}`;
  return db.query(
    `SELECT d.id, d.event_id, d.endpoint_id AS webhook_id, w.url, d.status, d.is_resend, d.attempts,
       a.status_code AS last_status_code, a.duration_ms AS last_duration_ms
     FROM unnest($1::text[]) AS asked (id)
       CROSS JOIN LATERAL (
         SELECT id, endpoint_id FROM (${ofEvent('NOT is_resend')} UNION ALL ${ofEvent('is_resend')}) AS sent
         ORDER BY id DESC LIMIT ${SHOWN_OF_EVENT}) AS latest
       JOIN webhook_deliveries d ON d.endpoint_id = latest.endpoint_id AND d.id = latest.id
       JOIN webhook_endpoints w ON w.id = d.endpoint_id
       LEFT JOIN LATERAL (
         SELECT status_code, duration_ms FROM webhook_attempts WHERE delivery_id = d.id
         ORDER BY id DESC LIMIT 1) a ON true
     ORDER BY d.id DESC`,
    [eventIds],
  );
}

/** Adds a delivery for every endpoint that wants the event now; scheduled deliveries stay as they are. */
export async function insertResends(tx: Tx, event: StoredEvent, at: Date): Promise<ScheduledDelivery[]> {
  return tx.query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
     SELECT $1, id, true, $5, $5 FROM webhook_endpoints
     WHERE merchant_id = $2 AND deleted_at IS NULL AND status = 'ACTIVE'
       AND (company_id IS NULL OR company_id = $3) AND $4 = ANY (events)
       AND ${holdsEvent('$1')}
     ORDER BY id
     RETURNING id, endpoint_id AS webhook_id, $4 AS event, status`,
    [event.id, event.merchant_id, event.company_id, event.kind, at],
  );
}
