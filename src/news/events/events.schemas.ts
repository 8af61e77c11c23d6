import { Type } from 'typebox';
import { readBy, withDefault } from '../../ground/lists/lists.schemas.ts';
import { EVENT_KINDS } from './event-kinds.rules.ts';
import { readCursor } from './feed-cursor.rules.ts';

export const MAX_FEED_PAGE = 100;

const After = Type.Optional(readBy(readCursor, { type: 'string', description: 'the cursor of the page before' }));

export const FeedQuery = Type.Object({
  after: After,
  limit: withDefault(Type.Integer({ default: MAX_FEED_PAGE, minimum: 1, maximum: MAX_FEED_PAGE })),
  direction: withDefault(
    Type.Enum(['ASC', 'DESC'], {
      default: 'ASC',
      description: 'DESC: the newest first, and next leads to older ones. Only ASC tells what is new since a cursor',
    }),
  ),
  event: Type.Optional(Type.Enum([...EVENT_KINDS], { description: 'a page may then be short and still have more' })),
  transaction_id: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const EventFeed = Type.Object({
  data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  next: Type.String({ description: 'pass it as after to continue; it stays the same when there is nothing new' }),
  has_more: Type.Boolean(),
});

export const StreamQuery = Type.Object({
  after: Type.Optional(
    readBy(readCursor, { type: 'string', description: 'a cursor of the feed; without one: from now on' }),
  ),
});

const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** The data of one message of the stream. */
export const StreamedEvent = Type.Object({
  event: Type.String(),
  transaction_id: nullableInteger,
  status: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  company_id: nullableInteger,
});
