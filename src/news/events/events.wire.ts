import type { StreamEvent } from '../../ground/streams/event-stream.ts';
import type { FeedNews } from './watch-feed.ts';

/** Enough to know what to read again; who needs the whole event reads the feed. */
export function streamedEvent({ event, cursor }: FeedNews): StreamEvent {
  const payload = JSON.parse(event.payload) as Record<string, unknown>;
  const { transaction_id = null, status = null, company_id = null } = payload;
  return { event: 'event', id: cursor, data: { event: event.kind, transaction_id, status, company_id } };
}
