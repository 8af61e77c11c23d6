import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryValues } from '../api/call.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The feed gives each event as webhooks get it. */
export interface EventPage {
  data: WebhookEvent[];
  next: string;
  has_more: boolean;
}

export const eventsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['events', 'list', query],
    queryFn: ({ signal }) => call<EventPage>('/events', { query, signal }),
    placeholderData: keepPreviousData,
  });
