import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { openEventStream } from '../../ground/streams/event-stream.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { EventFeed, FeedQuery, StreamedEvent, StreamQuery } from './events.schemas.ts';
import { streamedEvent } from './events.wire.ts';
import { findEndOfMerchantsFeed, listEventsOfMerchant } from './feed.sql.ts';
import { cursorOf, END_OF_FEED, type FeedPosition, readCursor, START_OF_FEED } from './feed-cursor.rules.ts';
import { placeToGoOnFrom } from './place-to-go-on-from.ts';
import type { WithFeed } from './watch-feed.ts';

const tags = ['webhooks'];
const LAST_EVENT_ID = 'last-event-id';

export function eventRoutes(server: FastifyInstance, deps: Deps & WithLists & WithFeed): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/events',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'List all events in order, for example to catch up on missed ones',
        description:
          'With `direction=ASC` nothing ever appears before what was read: keep `next` and ask again with it. ' +
          'With `direction=DESC` it is a list to look at, newest first.',
        querystring: FeedQuery,
        response: { 200: EventFeed },
      },
    },
    async (request) => {
      const { after, direction, event, transaction_id, limit } = request.query;
      const { merchantId } = callerOf(request);
      const page = await listEventsOfMerchant(deps.listsDb, merchantId, {
        after:
          direction === 'DESC'
            ? (after ?? END_OF_FEED)
            : await placeToGoOnFrom(deps.listsDb, merchantId, after ?? START_OF_FEED),
        direction,
        kind: event,
        paymentId: transaction_id,
        limit,
      });
      return {
        data: page.events.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>),
        next: cursorOf(page.next),
        has_more: page.hasMore,
      };
    },
  );

  app.get(
    '/events/stream',
    {
      config: { isStream: true },
      schema: {
        tags,
        summary: 'Follow the events as server-sent events',
        description:
          'A message `ready` at once, then a message `event` for each event. The `id` of each is a cursor of the ' +
          'feed: sent back as `Last-Event-ID` (browsers do) or `after`, nothing in between is missed. A comment ' +
          'every 15 seconds keeps the connection alive. The stream ends after an hour, and tells ' +
          'nothing more seconds after the end of its login or key.',
        querystring: StreamQuery,
        response: {
          200: {
            description: 'The data of each message `event`',
            content: { 'text/event-stream': { schema: StreamedEvent } },
          },
        },
      },
    },
    async (request, reply) => {
      const { merchantId, isStillIn } = callerOf(request);
      const cursor = lastEventId(request) ?? request.query.after;
      const after = cursor
        ? await placeToGoOnFrom(deps.db, merchantId, cursor)
        : await findEndOfMerchantsFeed(deps.db, merchantId);
      const stream = openEventStream();
      const { leave } = deps.feed.join(merchantId, after, {
        ...stream,
        isStillIn,
        tell: (news) => stream.tell(streamedEvent(news)),
      });
      stream.onceClosed(leave);
      // Whoever loses the connection before the first event comes back with this.
      stream.tell({ event: 'ready', id: cursorOf(after), data: {} });
      return stream.sendBy(reply);
    },
  );
}

/** Browsers send it by themselves when they come back; an empty one means that they have heard nothing yet. */
function lastEventId({ headers }: FastifyRequest): FeedPosition | null {
  const text = headers[LAST_EVENT_ID];
  return typeof text === 'string' && text !== '' ? readCursor(text, 'Last-Event-ID') : null;
}
