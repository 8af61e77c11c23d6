import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { EventKind } from '../events/events.rules.ts';
import type { FeedPosition } from '../events/feed-cursor.rules.ts';

export interface NewEvent {
  id: string;
  merchantId: number;
  companyId: number;
  paymentId: number;
  kind: EventKind;
  sequence: number;
  payload: string;
  /** Real time. */
  occurredAt: Date;
}

/** The event and one delivery for each endpoint that wants it, in the transaction of what happened: one cannot be without the other. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.query(
    `WITH event AS (
       INSERT INTO events (id, merchant_id, company_id, payment_id, kind, sequence, payload, occurred_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at)
     SELECT $1, id, $8, $8 FROM webhook_endpoints
     WHERE merchant_id = $2 AND deleted_at IS NULL AND status = 'ACTIVE' AND (company_id IS NULL OR company_id = $3) AND $5 = ANY (events)`,
    [event.id, event.merchantId, event.companyId, event.paymentId, event.kind, event.sequence, event.payload, event.occurredAt],
  );
}

/** How many events the payment has. Read under the lock on its row, so the next number is free. */
export async function lastSequenceOf(tx: Tx, paymentId: number): Promise<number> {
  const [row] = await tx.query<{ last: number | null }>('SELECT max(sequence) AS last FROM events WHERE payment_id = $1', [paymentId]);
  return row?.last ?? 0;
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
