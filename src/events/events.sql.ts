import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Subject } from '../subjects/subject.rules.ts';
import { isOfSubject } from '../subjects/subjects.sql.ts';
import type { EventKind } from './events.rules.ts';
import type { FeedPosition } from './feed-cursor.rules.ts';

export interface NewEvent {
  id: string;
  merchantId: number;
  /** Null only for a test of an endpoint that serves all companies of a merchant. */
  companyId: number | null;
  kind: EventKind;
  payload: string;
  /** Real time. */
  occurredAt: Date;
  /** What it is about, and its number among the events of that; null for a test, which is about nothing. */
  about: { subject: Subject; sequence: number } | null;
}

/**
 * The part of a statement that writes an event, as its parameters 1 to 9: whoever sends events writes the deliveries in the same
 * statement. $1 is the event, $2 the merchant, $3 the company, $4 the kind, $6 when it occurred.
 */
export const INSERT_EVENT = `
  INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at, subject_kind, subject_id, sequence)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export function eventParameters({ id, merchantId, companyId, kind, payload, occurredAt, about }: NewEvent): readonly unknown[] {
  const subject = about?.subject;
  return [id, merchantId, companyId, kind, payload, occurredAt, subject?.kind ?? null, subject?.id ?? null, about?.sequence ?? null];
}

/** An event as a row of a record set. */
export interface EventRow {
  id: string;
  merchant_id: number;
  company_id: number | null;
  kind: EventKind;
  payload: string;
  occurred_at: Date;
  subject_kind: string;
  subject_id: number;
  sequence: number;
}

/**
 * Part of a statement that writes events of many subjects at once. Reads the record set `events` and the CTE `speaking_subjects (kind,
 * id)`, whose rows the statement has locked; gives `stored_events (id, merchant_id, company_id, kind, occurred_at)`. An event whose
 * number is taken was written by whoever had the lock before, and is left out.
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

/** How many events the subject has. Read under the lock on its row, so the next number is free. */
export async function lastSequenceOf(tx: Tx, { kind, id }: Subject): Promise<number> {
  const [row] = await tx.query<{ last: number | null }>(`SELECT max(sequence) AS last FROM events e WHERE ${isOfSubject('e', 1, 2)}`, [
    kind,
    id,
  ]);
  return row?.last ?? 0;
}

/** For a statement over rows that name an event in `idColumn`: the event, as `event`. */
export const joinEvent = (idColumn: string) => `JOIN events event ON event.id = ${idColumn}`;

export interface StoredEvent {
  id: string;
  merchant_id: number;
  company_id: number | null;
  kind: string;
}

export async function findLatestEvent(db: Db, { kind, id }: Subject): Promise<StoredEvent | null> {
  const [row] = await db.query<StoredEvent>(
    `SELECT id, merchant_id, company_id, kind FROM events e WHERE ${isOfSubject('e', 1, 2)} ORDER BY sequence DESC LIMIT 1`,
    [kind, id],
  );
  return row ?? null;
}

export interface FeedEvent {
  id: string;
  payload: string;
  written_by: string;
  position: number;
}

/** Only what lies below every transaction still running: nothing can later appear before a row that was given out. */
export async function listEventsOfMerchant(db: Db, merchantId: number, after: FeedPosition, limit: number): Promise<FeedEvent[]> {
  return db.query(
    `SELECT id, payload, written_by::text AS written_by, position FROM events
     WHERE merchant_id = $1 AND (written_by, position) > ($2::text::xid8, $3)
       AND written_by < pg_snapshot_xmin(pg_current_snapshot())
     -- Named by its table: the output column of the same name is text, and 999 would sort after 1000.
     ORDER BY events.written_by, events.position LIMIT $4`,
    [merchantId, after.writtenBy, after.position, limit],
  );
}
