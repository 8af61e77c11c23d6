import { Type } from 'typebox';
import { EVENT_KINDS } from '../events/events.rules.ts';
import { DIRECTION, listOf, PAGING } from '../lists/lists.schemas.ts';

const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_URL_LENGTH = 2_048;

const Url = Type.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  format: 'one-line',
  description: 'where events are sent; https',
});
const Events = Type.Array(Type.Enum([...EVENT_KINDS]), {
  minItems: 1,
  maxItems: EVENT_KINDS.length,
  uniqueItems: true,
});
const Description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, format: 'plain-text' });

export const NewWebhookBody = Type.Object({
  url: Url,
  events: Type.Optional(Events),
  company_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'omitted: all your companies' }),
  ),
  description: Type.Optional(Description),
});

export const ChangeWebhookBody = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Type.Unsafe<string | null>({ ...Description, type: ['string', 'null'] })),
  status: Type.Optional(Type.Enum(['ACTIVE', 'DISABLED'])),
});

const time = Type.String({ format: 'date-time' });
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

export const WebhookRecord = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  company_id: nullableInteger,
  description: nullableText,
  status: Type.Enum(['ACTIVE', 'DISABLED']),
  created_at: time,
  updated_at: time,
});

/** The secret is shown here and never again. */
export const WebhookWithSecret = Type.Object({
  ...WebhookRecord.properties,
  secret: Type.String({ description: 'whsec_…' }),
});

export const WebhookList = listOf(WebhookRecord);
export const PageQuery = Type.Object(PAGING);
export const WebhookListQuery = Type.Object({ ...PAGING, direction: DIRECTION });

export const DeliveryList = listOf(
  Type.Object({
    id: Type.Integer(),
    event_id: Type.String(),
    event: Type.String(),
    transaction_id: nullableInteger,
    status: Type.Enum(['PENDING', 'DELIVERED', 'FAILED']),
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
  }),
);

export const ResendResponse = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  deliveries: Type.Array(
    Type.Object({ id: Type.Integer(), webhook_id: Type.Integer(), event: Type.String(), status: Type.String() }),
  ),
});
