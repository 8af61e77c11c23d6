import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  DeliveryDetails as DeliveryDetailsSchema,
  DeliveryList,
  DeliveryStatsBody,
  MissedBody,
  RecoverResponse,
} from '../../src/news/webhooks/deliveries.schemas.ts';
import type { WebhookList, WebhookRecord, WebhookWithSecret } from '../../src/news/webhooks/webhooks.schemas.ts';
import { call, type QueryValues } from '../api/call.ts';

export type Webhook = Static<typeof WebhookRecord>;
export type Delivery = Static<typeof DeliveryList>['data'][number];
export type DeliveryDetails = Static<typeof DeliveryDetailsSchema>;
type Secret = Static<typeof WebhookWithSecret>;

export const webhooksQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['webhooks', 'list', query],
    queryFn: ({ signal }) => call<Static<typeof WebhookList>>('/webhooks', { query, signal }),
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => call<Webhook>(`/webhooks/${id}`, { signal }),
  });

export const statsQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'stats', id],
    queryFn: ({ signal }) => call<Static<typeof DeliveryStatsBody>>(`/webhooks/${id}/stats`, { signal }),
  });

export const missedQuery = (id: string, since?: string) =>
  queryOptions({
    queryKey: ['webhooks', 'missed', id, since],
    queryFn: ({ signal }) => call<Static<typeof MissedBody>>(`/webhooks/${id}/missed`, { query: { since }, signal }),
  });

export const deliveriesQuery = (id: string, query: QueryValues) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', id, query],
    queryFn: ({ signal }) => call<Static<typeof DeliveryList>>(`/webhooks/${id}/deliveries`, { query, signal }),
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: ({ signal }) => call<DeliveryDetails>(`/webhooks/${id}/deliveries/${deliveryId}`, { signal }),
  });

/** What a person decides about an endpoint. */
export interface WebhookForm {
  url: string;
  events: string[];
  company_id: number | null;
  description: string;
}

export const createWebhook = ({ url, events, company_id, description }: WebhookForm) =>
  call<Secret>('/webhooks', {
    method: 'POST',
    body: {
      url,
      events,
      ...(company_id === null ? {} : { company_id }),
      ...(description === '' ? {} : { description }),
    },
  });

export const changeWebhook = (id: number, body: Partial<Pick<Webhook, 'url' | 'events' | 'description' | 'status'>>) =>
  call<Webhook>(`/webhooks/${id}`, { method: 'PATCH', body });

export const removeWebhook = (id: number) => call(`/webhooks/${id}`, { method: 'DELETE' });
export const testWebhook = (id: number) => call(`/webhooks/${id}/test`, { method: 'POST', body: {} });
export const rotateSecret = (id: number) => call<Secret>(`/webhooks/${id}/rotate-secret`, { method: 'POST', body: {} });

export const resendDelivery = (id: string, deliveryId: number) =>
  call(`/webhooks/${id}/deliveries/${deliveryId}/retry`, { method: 'POST', body: {} });

export const recoverMissed = (id: string, since: string) =>
  call<Static<typeof RecoverResponse>>(`/webhooks/${id}/recover`, { method: 'POST', body: { since } });
