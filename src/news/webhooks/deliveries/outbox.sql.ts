import { statement } from '../../../ground/db/statement.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import {
  type EventRow,
  eventParameters,
  INSERT_EVENT,
  type NewEvent,
  storeAllEvents,
} from '../../events/events.sql.ts';

/** Part of a statement that writes many events: reads `stored_events`, gives `scheduled_deliveries (event_id)`. */
export const SCHEDULE_DELIVERIES = `
  scheduled_deliveries AS (
    INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at)
    SELECT e.id, w.id, e.occurred_at, e.occurred_at
    FROM stored_events e JOIN webhook_endpoints w ON w.merchant_id = e.merchant_id
    WHERE w.deleted_at IS NULL AND w.status = 'ACTIVE'
      AND (w.company_id IS NULL OR w.company_id = e.company_id) AND e.kind = ANY (w.events)
    RETURNING event_id
  )`;

const INSERT_EVENTS = statement(
  `WITH ${storeAllEvents('$1')}, ${SCHEDULE_DELIVERIES} SELECT count(*) FROM scheduled_deliveries`,
);

/**
 * Events, and one delivery of each for every endpoint that wants it, in the transaction of what happened: none is
 * without the other.
 */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  await tx.query(INSERT_EVENTS, [JSON.stringify(events)]);
}

export interface ScheduledDelivery {
  id: number;
  webhook_id: number;
  event: string;
  status: string;
}

/** A test event goes to the one endpoint that is tried, whatever it is subscribed to. */
export async function insertTestEvent(tx: Tx, event: NewEvent, endpointId: number): Promise<ScheduledDelivery> {
  const [row] = await tx.query<ScheduledDelivery>(
    `WITH event AS (${INSERT_EVENT})
     INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at) VALUES ($1, $10, $6, $6)
     RETURNING id, endpoint_id AS webhook_id, $4 AS event, status`,
    [...eventParameters(event), endpointId],
  );
  return row as ScheduledDelivery;
}
