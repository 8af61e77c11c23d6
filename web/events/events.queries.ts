import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WebhookEvent } from '../../src/news/events/events.rules.ts';
import { call, type QueryValues } from '../api/call.ts';

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
