import type { Tx } from '../../db/transaction.ts';
import { eventParameters, INSERT_EVENT, type NewEvent } from '../../events/events.sql.ts';

/** Writes the event, and one delivery for each endpoint that wants it, in the transaction of what happened. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.query(
    `WITH event AS (${INSERT_EVENT})
     INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at)
     SELECT $1, id, $6, $6 FROM webhook_endpoints
     WHERE merchant_id = $2 AND deleted_at IS NULL AND status = 'ACTIVE' AND (company_id IS NULL OR company_id = $3) AND $4 = ANY (events)`,
    eventParameters(event),
  );
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
