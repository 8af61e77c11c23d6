import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { findLatestEventId, findPaymentIdOfMerchant, insertResends, insertTestDelivery, type ResentDelivery } from './delivery-log.sql.ts';
import type { Endpoint } from './endpoints.sql.ts';
import { webhookTest } from './events.rules.ts';

/** The latest event of a payment once more to whoever is subscribed, under the same event id, beside the schedule. */
export async function resendLatestEvent(deps: Deps, merchantId: number, paymentId: string): Promise<ResentDelivery[]> {
  const id = await findPaymentIdOfMerchant(deps.db, merchantId, paymentId);
  if (id === null) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${paymentId} does not exist`);
  const eventId = await findLatestEventId(deps.db, id);
  if (eventId === null) throw new ApiError('NO_EVENT_YET', 'nothing has happened to this transaction yet that could be sent');
  const deliveries = await withTransaction(deps.db, (tx) => insertResends(tx, eventId, deps.clock.realNow()));
  deps.poke('deliver-webhooks');
  return deliveries;
}

export async function sendTestEvent(deps: Deps, merchantId: number, endpoint: Endpoint): Promise<ResentDelivery> {
  if (endpoint.status !== 'ACTIVE') throw new ApiError('VALIDATION_ERROR', 'the webhook is DISABLED; make it ACTIVE to test it');
  const eventId = deps.ids.eventId();
  const createdAt = await deps.clock.now();
  const payload = webhookTest({ id: eventId, createdAt, companyId: endpoint.company_id, webhookId: endpoint.id });
  const delivery = await withTransaction(deps.db, (tx) =>
    insertTestDelivery(tx, {
      eventId,
      merchantId,
      companyId: endpoint.company_id,
      endpointId: endpoint.id,
      payload: JSON.stringify(payload),
      at: deps.clock.realNow(),
    }),
  );
  deps.poke('deliver-webhooks');
  return delivery;
}
