import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { readBy, withDefault } from '../lists/lists.schemas.ts';
import { listEventsOfMerchant } from './events.sql.ts';
import { cursorOf, readCursor, START_OF_FEED } from './feed-cursor.rules.ts';

const MAX_FEED_PAGE = 100;

const FeedQuery = Type.Object({
  after: Type.Optional(readBy(readCursor, { type: 'string', description: 'the cursor of the page before' })),
  limit: withDefault(Type.Integer({ default: MAX_FEED_PAGE, minimum: 1, maximum: MAX_FEED_PAGE })),
});

const EventFeed = Type.Object({
  data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  next: Type.String({ description: 'pass it as after to continue; it stays the same when there is nothing new' }),
  has_more: Type.Boolean(),
});

export function eventRoutes(server: FastifyInstance, deps: Deps): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
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
      const { after = START_OF_FEED, limit } = request.query;
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
