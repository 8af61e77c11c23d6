import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { type Direction, offsetOf, type Paging } from '../../ground/lists/list-query.rules.ts';
import type { Subject } from '../../ground/subjects/subject.rules.ts';
import { isOfSubject } from '../../ground/subjects/subjects.sql.ts';
import type { EventKind } from './event-kinds.rules.ts';

export interface NewEvent {
  id: string;
  merchantId: number;
  /** Null where it is about no company in particular. */
  companyId: number | null;
  kind: EventKind;
  payload: string;
  /** Real time. */
  occurredAt: Date;
  /** What it is about, and its number among the events of that; null for a test, which is about nothing. */
  about: { subject: Subject; sequence: number } | null;
}

/**
 * The part of a statement that writes an event, as its parameters 1 to 9: whoever sends events writes the deliveries in
 * the same statement. $1 is the event, $2 the merchant, $3 the company, $4 the kind, $6 when it occurred.
 */
export const INSERT_EVENT = `
  INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at, subject_kind, subject_id, sequence)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export function eventParameters({
  id,
  merchantId,
  companyId,
  kind,
  payload,
  occurredAt,
  about,
}: NewEvent): readonly unknown[] {
  const subject = about?.subject;
  return [
    id,
    merchantId,
    companyId,
    kind,
    payload,
    occurredAt,
    subject?.kind ?? null,
    subject?.id ?? null,
    about?.sequence ?? null,
  ];
}

/** An event as a row of a record set. */
export interface EventRow {
  id: string;
  merchant_id: number;
  company_id: number | null;
  kind: EventKind;
  payload: string;
  occurred_at: Date;
  /** What it is about, and its number among the events of that; null where it is about no single thing. */
  subject_kind: string | null;
  subject_id: number | null;
  sequence: number | null;
}

/**
 * Part of a statement that writes events, in their order. Gives `stored_events (id, merchant_id,
 * company_id, kind, occurred_at)`.
 */
export const storeAllEvents = (events: string) => `
  stored_events AS (
    INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at, subject_kind, subject_id, sequence)
    SELECT * FROM jsonb_to_recordset(${events}) AS e(
      id text, merchant_id bigint, company_id bigint, kind text, payload text,
      occurred_at timestamptz, subject_kind text, subject_id bigint, sequence integer)
    RETURNING id, merchant_id, company_id, kind, occurred_at
  )`;

const LAST_SEQUENCES = statement(
  `SELECT s.kind, s.id,
     (SELECT max(e.sequence) FROM events e WHERE e.subject_id = s.id AND e.subject_kind = s.kind) AS last
   FROM unnest($1::text[], $2::bigint[]) AS s(kind, id)`,
);

/**
 * How many events each of these has had; null where it has had none. Read under the locks on their rows, so the next
 * numbers are free. Each is looked up by itself, in whatever way the planner sees the table.
 */
export async function lastSequences(
  tx: Tx,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => number | null> {
  if (subjects.length === 0) return () => null;
  const rows = await tx.query<Subject & { last: number | null }>(LAST_SEQUENCES, [
    subjects.map(({ kind }) => kind),
    subjects.map(({ id }) => id),
  ]);
  const nameOf = ({ kind, id }: Subject) => `${kind} ${id}`;
  const last = new Map(rows.map((row) => [nameOf(row), row.last]));
  return (subject) => last.get(nameOf(subject)) ?? null;
}

/**
 * Part of a statement that writes events of many subjects at once. Reads the record set `events` and the CTE
 * `speaking_subjects (kind, id)`, whose rows the statement has locked; gives `stored_events (id, merchant_id,
 * company_id, kind, occurred_at)`. An event whose number is taken was written by whoever had the lock before, and is
 * left out.
 */
export const storeEvents = (events: string) => `
  stored_events AS (
    INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at, subject_kind, subject_id, sequence)
    SELECT e.id, e.merchant_id, e.company_id, e.kind, e.payload, e.occurred_at, e.subject_kind, e.subject_id, e.sequence
    FROM jsonb_to_recordset(${events}) AS e(id text, merchant_id bigint, company_id bigint, kind text, payload text,
      occurred_at timestamptz, subject_kind text, subject_id bigint, sequence integer)
      JOIN speaking_subjects s ON s.kind = e.subject_kind AND s.id = e.subject_id
    ON CONFLICT DO NOTHING
    RETURNING id, merchant_id, company_id, kind, occurred_at
  )`;

/** For a statement over rows that name an event in `idColumn`: the event, as `event`. */
export const joinEvent = (idColumn: string) => `JOIN events event ON event.id = ${idColumn}`;

/** For a statement of another owner: the ids of all events of a payment. */
export const eventsOfPayment = (paymentId: string) =>
  `SELECT e.id FROM events e WHERE e.subject_id = ${paymentId} AND e.subject_kind = 'payment'`;

/** The same for several payments. */
export const eventsOfPayments = (paymentIds: string) =>
  `SELECT e.id FROM events e
   WHERE e.subject_id = ANY (${paymentIds}::bigint[]) AND e.subject_kind = 'payment'`;

export interface EventOfPayment {
  payment_id: number;
  payload: string;
}

export async function listEventsOfPayments(db: Db, paymentIds: readonly number[]): Promise<EventOfPayment[]> {
  return db.query(
    `SELECT e.subject_id AS payment_id, payload FROM events e
     WHERE e.subject_id = ANY ($1::bigint[]) AND e.subject_kind = 'payment' ORDER BY 1, sequence`,
    [paymentIds],
  );
}

export interface StoredEvent {
  id: string;
  merchant_id: number;
  company_id: number | null;
  kind: string;
}

export async function findLatestEvent(db: Db, { kind, id }: Subject): Promise<StoredEvent | null> {
  const [row] = await db.query<StoredEvent>(
    `SELECT id, merchant_id, company_id, kind FROM events e
     WHERE ${isOfSubject('e', 1, 2)} ORDER BY sequence DESC LIMIT 1`,
    [kind, id],
  );
  return row ?? null;
}

export interface SubjectEvent {
  id: string;
  payload: string;
}

/** The events of one subject by their number, and how many there are; old ones may be forgotten. */
export async function listEventsOfSubject(
  db: Db,
  { kind, id }: Subject,
  direction: Direction,
  paging: Paging,
): Promise<{ events: SubjectEvent[]; total: number }> {
  const own = `FROM events e WHERE ${isOfSubject('e', 1, 2)}`;
  const rows = await db.query<SubjectEvent & { total: number }>(
    `SELECT size.total, listed.* FROM (SELECT count(*) AS total ${own}) AS size LEFT JOIN (
       SELECT id, payload, sequence ${own}
       ORDER BY sequence ${direction} LIMIT ${paging.limit} OFFSET ${offsetOf(paging)}
     ) AS listed ON true ORDER BY listed.sequence ${direction}`,
    [kind, id],
  );
  return { events: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/**
 * For a statement that writes about an event of this id: true while the event is there, which it then is until the end.
 */
export const holdsEvent = (idParameter: string) =>
  `EXISTS (SELECT FROM events WHERE id = ${idParameter} FOR KEY SHARE)`;

/**
 * Events are append-only for the service. This function of the owner deletes the oldest of them, never one that is
 * younger than a year, still in the delivery log, or the latest of its subject. Says how many it has judged.
 */
export async function forgetEvents(tx: Tx, olderThan: Date, atMost: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT forget_events($1, $2) AS count', [olderThan, atMost]);
  return row?.count ?? 0;
}

/** Up to which position events were forgotten. */
export async function findEventHorizon(db: Db): Promise<number> {
  const [row] = await db.query<{ position: number }>('SELECT through_position AS position FROM event_horizon');
  return row?.position ?? 0;
}
