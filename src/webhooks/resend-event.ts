import { type Tx, withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { webhookTest } from '../events/events.rules.ts';
import { findLatestEventId, insertResends, insertTestDelivery, type ResentDelivery } from './delivery-log.sql.ts';
import type { Endpoint } from './endpoints.sql.ts';
import { countResend } from './resends.sql.ts';

/** Each goes to every subscribed endpoint, of which there may be a hundred. */
const MAX_RESENDS_PER_MINUTE = 5;

/** The latest event of a payment once more to whoever is subscribed, under the same event id, beside the schedule. */
export async function resendLatestEvent(deps: Deps, paymentId: number): Promise<ResentDelivery[]> {
  const eventId = await findLatestEventId(deps.db, paymentId);
  if (eventId === null) throw new ApiError('NO_EVENT_YET', 'nothing has happened to this transaction yet that could be sent');
  const deliveries = await withTransaction(deps.db, async (tx) => {
    if (deps.config.rateLimitPerSecond > 0) await refuseTooMany(deps, tx, paymentId);
    return insertResends(tx, eventId, deps.clock.realNow());
  });
  deps.poke('deliver-webhooks');
  return deliveries;
}

async function refuseTooMany(deps: Deps, tx: Tx, paymentId: number): Promise<void> {
  const now = deps.clock.realNow();
  const { count, endsAt } = await countResend(tx, paymentId, now);
  if (count <= MAX_RESENDS_PER_MINUTE) return;
  throw new ApiError('RATE_LIMITED', `the events of a transaction can be sent again ${MAX_RESENDS_PER_MINUTE} times a minute`, {
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  });
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
