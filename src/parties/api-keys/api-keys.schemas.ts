import { Type } from 'typebox';
import { SCOPES } from '../accounts/permissions.rules.ts';
import { KEY_STATES, MOST_ADDRESSES } from './api-key.rules.ts';

const MAX_NAME_LENGTH = 100;
const MAX_NETWORK_LENGTH = 64;
const MAX_TIME_LENGTH = 40;

const time = (description: string) => Type.String({ format: 'date-time', description });
const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export const NewKeyBody = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '[^\\s\\p{Cf}]',
    format: 'one-line',
    description: 'what uses the key, for people',
    examples: ['Loja virtual'],
  }),
  scopes: Type.Array(Type.Enum(SCOPES), {
    minItems: 1,
    maxItems: SCOPES.length,
    description:
      'read: whatever the merchant has; charge: orders and payment links; refund: gives money back; payout: sends ' +
      'money out to destinations that people have added; ' +
      'webhooks: where events are sent to; sending past ones again needs read besides',
    examples: [['read', 'charge']],
  }),
  expires_at: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_TIME_LENGTH,
      format: 'one-line',
      description: 'ISO 8601 date-time; a date is the end of that day in São Paulo. Without it: until it is revoked',
    }),
  ),
  addresses: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_NETWORK_LENGTH, format: 'one-line' }), {
      minItems: 1,
      maxItems: MOST_ADDRESSES,
      description: 'addresses and networks from which alone the key is accepted. Without it: from anywhere',
      examples: [['203.0.113.0/24', '2001:db8::/32']],
    }),
  ),
});

const KEY = {
  id: Type.Integer(),
  name: Type.String(),
  scopes: Type.Array(Type.Enum(SCOPES)),
  hint: Type.String({ description: 'the last characters of the key' }),
  status: Type.Enum(KEY_STATES),
  created_at: time('real time, as all times here'),
  created_by: Type.Object({ id: Type.Integer(), name: Type.String() }),
  expires_at: nullableTime('null: until it is revoked'),
  revoked_at: nullableTime('null: it was not'),
  last_used_at: nullableTime('written at most once a minute; null: never'),
  addresses: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'null: from anywhere',
  }),
};

export const ApiKeyList = Type.Object({ data: Type.Array(Type.Object(KEY)) });

export const NewApiKey = Type.Object({
  ...KEY,
  key: Type.String({ description: 'the key itself, shown this once and never again' }),
});
