import { Type } from 'typebox';
import { DIRECTION, listOf, PAGING } from '../../ground/lists/lists.schemas.ts';
import { EVENT_KINDS } from '../events/event-kinds.rules.ts';

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
const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
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
  failing_since: nullableTime('the first failure since the last success; null while it works'),
  last_attempt_at: nullableTime('give or take ten seconds'),
  disabled_at: nullableTime('null while it is ACTIVE'),
  disabled_reason: Type.Unsafe<'FAILING' | 'GONE' | 'BY_HAND' | null>({
    enum: ['FAILING', 'GONE', 'BY_HAND', null],
    description: 'failed for days, answered 410, or was switched off by you',
  }),
});

/** The secret is shown here and never again. */
export const WebhookWithSecret = Type.Object({
  ...WebhookRecord.properties,
  secret: Type.String({ description: 'whsec_…' }),
});

export const WebhookList = listOf(WebhookRecord);
export const WebhookListQuery = Type.Object({ ...PAGING, direction: DIRECTION });

export const ResendResponse = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  deliveries: Type.Array(
    Type.Object({ id: Type.Integer(), webhook_id: Type.Integer(), event: Type.String(), status: Type.String() }),
  ),
});
