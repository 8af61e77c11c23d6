import { Type } from 'typebox';
import { instantReader } from '../../ground/lists/list-query.rules.ts';
import { instant, listOf, PAGING, readBy, withDefault } from '../../ground/lists/lists.schemas.ts';
import { EVENT_KINDS } from '../events/event-kinds.rules.ts';

const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
const MAX_STATS_HOURS = 168;
const MAX_INSTANT_LENGTH = 40;

const time = Type.String({ format: 'date-time' });
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

export const DeliveryListQuery = Type.Object({
  ...PAGING,
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
  event: Type.Optional(
    Type.Enum([...EVENT_KINDS], { description: 'among the newest 10,000 that fit the other filters' }),
  ),
  transaction_id: Type.Optional(Type.Integer({ minimum: 1 })),
  createdAtStart: instant('start', 'first instant or day, in real time'),
  createdAtEnd: instant('end', 'last instant or day, in real time'),
});

const Delivery = Type.Object({
  id: Type.Integer(),
  event_id: Type.String(),
  event: Type.String(),
  transaction_id: nullableInteger,
  status: Type.Enum([...DELIVERY_STATUSES]),
  resend: Type.Boolean(),
  created_at: time,
  next_attempt_at: nullableText,
  attempts: Type.Array(
    Type.Object({
      attempted_at: time,
      status_code: nullableInteger,
      duration_ms: Type.Integer(),
      error: nullableText,
      response_body: nullableText,
    }),
  ),
});

export const DeliveryList = listOf(Delivery);

export const DeliveryDetails = Type.Object({
  ...Delivery.properties,
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'of the last attempt; the signature is left out',
  }),
  payload: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'the body that is sent',
  }),
});

export const StatsQuery = Type.Object({
  hours: withDefault(Type.Integer({ default: 24, minimum: 1, maximum: MAX_STATS_HOURS })),
});

const COUNTS = {
  delivered: Type.Integer(),
  pending: Type.Integer(),
  failed: Type.Integer({ description: 'given up' }),
};

export const DeliveryStatsBody = Type.Object({
  from: time,
  counted_from: Type.String({
    format: 'date-time',
    description: 'later than from when there were more than 20,000 deliveries: only the newest are counted',
  }),
  hours: Type.Integer(),
  ...COUNTS,
  attempts: Type.Integer(),
  p50_ms: nullableInteger,
  p95_ms: nullableInteger,
  by_hour: Type.Array(Type.Object({ at: time, ...COUNTS })),
});

export const MissedQuery = Type.Object({
  since: Type.Optional(
    readBy(instantReader('start'), {
      type: 'string',
      description:
        'an instant or a day, in real time; omitted: since the webhook fails or is off, else since yesterday',
    }),
  ),
});

export const RecoverBody = Type.Object({
  since: Type.String({
    minLength: 1,
    maxLength: MAX_INSTANT_LENGTH,
    format: 'one-line',
    description: 'an ISO 8601 instant or day, in real time, within the days that the log goes back',
  }),
});

const MISSED = {
  since: time,
  until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'where the count stopped because there is more: ask again from here',
  }),
  failed: Type.Integer({ description: 'tried, and given up' }),
  unsent: Type.Integer({ description: 'never tried, because the webhook was off or not registered yet' }),
  total: Type.Integer(),
  has_more: Type.Boolean(),
};

export const MissedBody = Type.Object(MISSED);
export const RecoverResponse = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  scheduled: Type.Integer({ description: 'how many events are sent again' }),
  ...MISSED,
});
