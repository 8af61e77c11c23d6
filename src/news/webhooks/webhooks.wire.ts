import { headersBesidesSignature } from './deliveries/delivery-headers.rules.ts';
import type { LoggedDelivery, ShownDelivery } from './deliveries/delivery-log.sql.ts';
import type { Missed } from './deliveries/recoveries.sql.ts';
import type { DeliveryStats } from './deliveries/stats.sql.ts';
import type { Endpoint } from './endpoints/endpoints.sql.ts';

export function webhookRecord(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    company_id: endpoint.company_id,
    description: endpoint.description,
    status: endpoint.status,
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    last_attempt_at: endpoint.last_attempt_at?.toISOString() ?? null,
    disabled_at: endpoint.disabled_at?.toISOString() ?? null,
    disabled_reason: endpoint.disabled_reason,
  };
}

export function loggedDelivery(delivery: LoggedDelivery) {
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    event: delivery.kind,
    transaction_id: delivery.payment_id,
    status: delivery.status,
    resend: delivery.is_resend,
    created_at: delivery.created_at.toISOString(),
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    attempts: delivery.attempts.map((attempt) => ({
      ...attempt,
      attempted_at: new Date(attempt.attempted_at).toISOString(),
    })),
  };
}

/** All that was sent and all that is kept of what came back. The signature is not among it: it was made of secrets. */
export function shownDelivery({ payload, ...delivery }: ShownDelivery) {
  const lastAttempt = delivery.attempts.at(-1);
  return {
    ...loggedDelivery(delivery),
    headers: headersBesidesSignature(delivery.event_id, lastAttempt ? new Date(lastAttempt.attempted_at) : null),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}

export function missedBody(missed: Missed) {
  const { since, until, failed, unsent } = missed;
  return {
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    failed,
    unsent,
    total: failed + unsent,
    has_more: until !== null,
  };
}

const HOUR_MS = 60 * 60 * 1000;

export function statsBody({ from, hours, stats }: { from: Date; hours: number; stats: DeliveryStats }) {
  const { by_hour, counted_from, ...figures } = stats;
  const empty = { delivered: 0, pending: 0, failed: 0 };
  return {
    from: from.toISOString(),
    counted_from: (counted_from ?? from).toISOString(),
    hours,
    ...figures,
    by_hour: Array.from({ length: hours }, (_, hour) => ({
      at: new Date(from.getTime() + hour * HOUR_MS).toISOString(),
      ...(by_hour[hour] ?? empty),
    })),
  };
}
