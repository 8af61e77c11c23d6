import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import { paymentIdOf } from '../../../ground/subjects/subjects.sql.ts';
import { eventsOfPayment, eventsOfPayments, holdsEvent, joinEvent, type StoredEvent } from '../../events/events.sql.ts';
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

const DELIVERY = `d.id, d.event_id, event.kind, ${paymentIdOf('event')} AS payment_id, d.status, d.is_resend,
  d.next_attempt_at, d.created_at`;

const attempts = (responseBody: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'attempted_at', a.attempted_at, 'status_code', a.status_code, 'error', a.error,
    'response_body', ${responseBody}, 'duration_ms', a.duration_ms) ORDER BY a.id)
    FROM webhook_attempts a WHERE a.delivery_id = d.id), '[]')`;

const LISTED = `
  SELECT ${DELIVERY}, ${attempts(`left(a.response_body, ${LISTED_BODY_LENGTH})`)} AS attempts
  FROM page JOIN webhook_deliveries d ON d.endpoint_id = $1 AND d.id = page.id ${joinEvent('d.event_id')}`;

export interface DeliveryFilter {
  status?: LoggedDelivery['status'] | undefined;
  kind?: string | undefined;
  paymentId?: number | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}

/** How far back a kind is looked for: whether a delivery is of a kind shows only in its event. */
const MOST_LOOKED_AT = 10_000;

/** The newest first. */
export async function listDeliveries(
  db: Db,
  endpointId: number,
  filter: DeliveryFilter,
  paging: Paging,
): Promise<ListPage<LoggedDelivery>> {
  const params: unknown[] = [endpointId];
  const found = findDeliveries(filter, (value) => `$${params.push(value)}`);
  const list = {
    ids: `SELECT id FROM (${found}) AS found WHERE true`,
    orderBy: 'id',
    direction: 'DESC',
    total: `SELECT count(*) FROM (${found}) AS found`,
    rows: LISTED,
  } as const;
  return readPage(db, list, params, paging);
}

/** Gives `id, event_id` of the deliveries that fit; $1 is their endpoint. */
function findDeliveries(filter: DeliveryFilter, parameter: (value: unknown) => string): string {
  const { status, createdFrom, createdTo, paymentId, kind } = filter;
  const conditions = [
    'd.endpoint_id = $1',
    // Written out, so that the planner knows the indexes of those that failed and of those that wait.
    ...(status ? [`d.status = '${status}'`] : []),
    ...(createdFrom ? [`d.created_at >= ${parameter(createdFrom)}`] : []),
    ...(createdTo ? [`d.created_at <= ${parameter(createdTo)}`] : []),
  ];
  const select = (...more: string[]) =>
    `SELECT d.id, d.event_id FROM webhook_deliveries d WHERE ${[...conditions, ...more].join(' AND ')}`;
  const found = paymentId === undefined ? select() : ofEvents(eventsOfPayment(parameter(paymentId)), select);
  return kind === undefined
    ? found
    : `SELECT d.id, d.event_id FROM (SELECT * FROM (${found}) AS d ORDER BY d.id DESC LIMIT ${MOST_LOOKED_AT}) AS d
         ${joinEvent('d.event_id')} WHERE event.kind = ${parameter(kind)}`;
}

/** By either of the two indexes by event. */
const ofEvents = (eventIds: string, select: (...more: string[]) => string) =>
  ['NOT d.is_resend', 'd.is_resend']
    .map((whether) => select(whether, `d.event_id = ANY (ARRAY(${eventIds}))`))
    .join(' UNION ALL ');

/** One delivery with everything that is kept about it. */
export interface ShownDelivery extends LoggedDelivery {
  /** The text that was sent. */
  payload: string;
}

export async function findDeliveryOfEndpoint(db: Db, endpointId: number, id: number): Promise<ShownDelivery | null> {
  const [row] = await db.query<ShownDelivery>(
    `SELECT ${DELIVERY}, event.payload, ${attempts('a.response_body')} AS attempts
     FROM webhook_deliveries d ${joinEvent('d.event_id')} WHERE d.endpoint_id = $1 AND d.id = $2`,
    [endpointId, id],
  );
  return row ?? null;
}

/** Sends an event once more to one endpoint, beside whatever was scheduled; null when the event is gone. */
export async function insertResend(
  tx: Tx,
  delivery: { event_id: string; kind: string },
  endpointId: number,
  at: Date,
): Promise<ScheduledDelivery | null> {
  const [row] = await tx.query<ScheduledDelivery>(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
     SELECT $1, $2, true, $4, $4 WHERE ${holdsEvent('$1')}
     RETURNING id, endpoint_id AS webhook_id, $3 AS event, status`,
    [delivery.event_id, endpointId, delivery.kind, at],
  );
  return row ?? null;
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

/** What receivers answered to events of these payments: they may have put anything into it. */
export async function removeReceivedAnswers(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  await tx.query(
    `UPDATE webhook_attempts SET response_body = NULL
     WHERE response_body IS NOT NULL AND delivery_id = ANY (ARRAY(
       SELECT d.id FROM webhook_deliveries d WHERE d.event_id = ANY (ARRAY(${eventsOfPayments('$1')}))))`,
    [paymentIds],
  );
}

export interface ReceivedAnswer {
  payment_id: number;
  event_id: string;
  attempted_at: Date;
  response_body: string;
}

export async function listReceivedAnswers(db: Db, paymentIds: readonly number[]): Promise<ReceivedAnswer[]> {
  return db.query(
    `SELECT ${paymentIdOf('event')} AS payment_id, event.id AS event_id, a.attempted_at, a.response_body
     FROM webhook_deliveries d ${joinEvent('d.event_id')} JOIN webhook_attempts a ON a.delivery_id = d.id
     WHERE d.event_id = ANY (ARRAY(${eventsOfPayments('$1')})) AND a.response_body IS NOT NULL ORDER BY a.id`,
    [paymentIds],
  );
}
