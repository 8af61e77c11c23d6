import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { type RawQuery, readInteger, readText } from '../lists/list-query.rules.ts';
import { listEventsOfMerchant } from './events.sql.ts';
import { cursorOf, readCursor } from './feed-cursor.rules.ts';

const MAX_FEED_PAGE = 100;

const FeedQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'the cursor of the page before' })),
  limit: Type.Optional(Type.Integer({ default: MAX_FEED_PAGE, minimum: 1, maximum: MAX_FEED_PAGE })),
});

const EventFeed = Type.Object({
  data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  next: Type.String({ description: 'pass it as after to continue; it stays the same when there is nothing new' }),
  has_more: Type.Boolean(),
});

export function eventRoutes(server: FastifyInstance, deps: Deps): void {
  server.get(
    '/events',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['webhooks'],
        summary: 'List all events in order, for example to catch up on missed ones',
        querystring: FeedQuery,
        response: { 200: EventFeed },
      },
    },
    async (request) => {
      const query = request.query as RawQuery;
      const after = readCursor(readText(query, 'after'));
      const limit = readInteger(query, 'limit', 1, MAX_FEED_PAGE) ?? MAX_FEED_PAGE;
      const found = await listEventsOfMerchant(deps.listsDb, callerOf(request).merchantId, after, limit + 1);
      const events = found.slice(0, limit);
      const last = events.at(-1);
      return {
        data: events.map((event) => JSON.parse(event.payload) as Record<string, unknown>),
        next: cursorOf(last ? { writtenBy: last.written_by, position: last.position } : after),
        has_more: found.length > limit,
      };
    },
  );
}
