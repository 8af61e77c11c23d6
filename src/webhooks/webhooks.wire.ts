import type { LoggedDelivery } from './deliveries/delivery-log.sql.ts';
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
