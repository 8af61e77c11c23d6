import { Type } from 'typebox';
import { ACTOR_KINDS } from '../../ground/actor.rules.ts';
import { invalidField } from '../../ground/errors.ts';
import {
  CSV_DIALECT,
  DIRECTION,
  instant,
  listOf,
  PAGING,
  readBy,
  TOTAL_IS_MINIMUM,
  withDefault,
} from '../../ground/lists/lists.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditDetails } from './audit-log.rules.ts';

const MAX_ID_LENGTH = 64;

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

function readObjectId(text: string, name: string): string {
  if (text.length > MAX_ID_LENGTH) throw invalidField(name, `must have at most ${MAX_ID_LENGTH} characters`);
  return text;
}

export const LogQuery = Type.Object({
  ...PAGING,
  direction: DIRECTION,
  format: withDefault(Type.Enum(['json', 'csv'], { default: 'json' })),
  dialect: CSV_DIALECT,
  actor: Type.Optional(Type.Enum(ACTOR_KINDS, { description: 'who acted' })),
  actor_id: Type.Optional(Type.Integer({ minimum: 1, description: 'the id of the user or key' })),
  action: Type.Optional(Type.Enum(AUDIT_ACTIONS)),
  object: Type.Optional(Type.Enum(AUDIT_OBJECTS, { description: 'the kind of what was acted on' })),
  object_id: Type.Optional(
    readBy(readObjectId, { type: 'string', maxLength: MAX_ID_LENGTH, description: 'its id, together with object' }),
  ),
  createdAtStart: instant('start', 'first instant or day, in real time'),
  createdAtEnd: instant('end', 'last instant or day, in real time'),
});

const Entry = Type.Object({
  id: Type.Integer(),
  created_at: Type.String({ format: 'date-time', description: 'real time' }),
  action: Type.Enum(AUDIT_ACTIONS),
  actor: Type.Object({
    kind: Type.Enum(ACTOR_KINDS, { description: 'operator: whoever runs this service; job: the service by itself' }),
    id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'of the user or key' }),
    name: nullableText('as it was called then'),
  }),
  object: Type.Unsafe<{ kind: string; id: string } | null>({
    type: ['object', 'null'],
    properties: { kind: { type: 'string', enum: [...AUDIT_OBJECTS] }, id: { type: 'string' } },
    required: ['kind', 'id'],
  }),
  details: Type.Unsafe<AuditDetails>({
    type: 'object',
    additionalProperties: true,
    description: 'short values that say what changed',
  }),
  address: nullableText('where it came from; of IPv6 the network; null where that is not known, or were many'),
  agent: nullableText('what the caller’s program calls itself'),
  times: Type.Integer({ description: 'logins, failed logins, refused keys and exports of one minute are one entry' }),
});

export const AuditLog = Type.Object({ ...listOf(Entry).properties, total_is_minimum: TOTAL_IS_MINIMUM });
