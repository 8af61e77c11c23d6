import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { paymentSubject, type Subject } from '../../../ground/subjects/subject.rules.ts';
import { payloadOf } from '../../events/event.rules.ts';
import { findLatestEvent } from '../../events/events.sql.ts';
import type { Endpoint } from '../endpoints/endpoints.sql.ts';
import { webhookTest } from '../webhooks.events.rules.ts';
import { insertResend, insertResends, type ShownDelivery } from './delivery-log.sql.ts';
import { insertTestEvent, type ScheduledDelivery } from './outbox.sql.ts';
import { countResend } from './resends.sql.ts';

/** Each resend goes to every subscribed endpoint, and a merchant may have a hundred. */
const MAX_RESENDS_PER_MINUTE = 5;

/**
 * Sends the latest event of a subject again to every subscribed endpoint, under the same event id and
 * beside the schedule.
 */
export async function resendLatestEvent(deps: Deps, subject: Subject): Promise<ScheduledDelivery[]> {
  const event = await findLatestEvent(deps.db, subject);
  if (event === null)
    throw new ApiError('NO_EVENT_YET', 'nothing has happened to this transaction yet that could be sent');
  return withTransaction(deps.db, async (tx) => {
    if (deps.config.rateLimitPerSecond > 0) await refuseTooMany(deps, tx, subject);
    tx.afterCommit(() => deps.poke('deliver-webhooks'));
    return insertResends(tx, event, deps.clock.realNow());
  });
}

/** Sends the event of one delivery again to the same endpoint, whatever that is subscribed to now. */
export async function resendDelivery(
  deps: Deps,
  endpoint: Endpoint,
  delivery: ShownDelivery,
): Promise<ScheduledDelivery> {
  refuseDisabled(endpoint, 'send to it again');
  const scheduled = await withTransaction(deps.db, async (tx) => {
    if (deps.config.rateLimitPerSecond > 0 && delivery.payment_id !== null)
      await refuseTooMany(deps, tx, paymentSubject(delivery.payment_id));
    tx.afterCommit(() => deps.poke('deliver-webhooks'));
    return insertResend(tx, delivery, endpoint.id, deps.clock.realNow());
  });
  return scheduled ?? unknownDelivery(delivery.id);
}

export function unknownDelivery(id: number): never {
  throw new ApiError('DELIVERY_NOT_FOUND', `delivery ${id} of this webhook does not exist`);
}

export function refuseDisabled({ status }: Endpoint, purpose: string): void {
  if (status !== 'ACTIVE')
    throw new ApiError('VALIDATION_ERROR', `the webhook is DISABLED; make it ACTIVE to ${purpose}`);
}

async function refuseTooMany(deps: Deps, tx: Tx, subject: Subject): Promise<void> {
  const now = deps.clock.realNow();
  const { count, endsAt } = await countResend(tx, subject, now);
  if (count <= MAX_RESENDS_PER_MINUTE) return;
  throw new ApiError(
    'RATE_LIMITED',
    `the events of a transaction can be sent again ${MAX_RESENDS_PER_MINUTE} times a minute`,
    {
      // Another request may have begun the minute by a clock that it read a moment after this one.
      retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))),
    },
  );
}

export async function sendTestEvent(deps: Deps, merchantId: number, endpoint: Endpoint): Promise<ScheduledDelivery> {
  refuseDisabled(endpoint, 'test it');
  const id = deps.ids.eventId();
  const companyId = endpoint.company_id;
  const envelope = { id, createdAt: await deps.clock.now(), companyId, sequence: null };
  const payload = JSON.stringify(payloadOf(webhookTest(endpoint.id), envelope));
  const event = { id, merchantId, companyId, kind: 'webhook.test', payload, about: null } as const;
  return withTransaction(deps.db, async (tx) => {
    tx.afterCommit(() => deps.poke('deliver-webhooks'));
    return insertTestEvent(tx, { ...event, occurredAt: deps.clock.realNow() }, endpoint.id);
  });
}
