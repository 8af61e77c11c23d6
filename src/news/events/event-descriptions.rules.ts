import { type Envelope, payloadOf, type ToldEvent } from './event.rules.ts';
import type { EventKind } from './event-kinds.rules.ts';

/** The part of JSON Schema that describes events. */
export interface FieldSchema {
  type: string | readonly string[];
  description: string;
  const?: string;
  format?: string;
  minimum?: number;
  minLength?: number;
}

export interface EventSchema {
  $schema: 'https://json-schema.org/draft/2020-12/schema';
  title: EventKind;
  description: string;
  type: 'object';
  properties: Record<string, FieldSchema>;
  required: readonly string[];
  /** New fields are compatible changes: a receiver ignores what it does not know. */
  additionalProperties: true;
}

/** What merchants read about a kind of event: the schema, and one as it is sent. */
export interface EventDescription {
  schema: EventSchema;
  example: Record<string, unknown>;
}

export const text = (description: string): FieldSchema => ({ type: 'string', minLength: 1, description });
export const word = (value: string, description: string): FieldSchema => ({
  type: 'string',
  const: value,
  description,
});
export const time = (description: string): FieldSchema => ({ type: 'string', format: 'date-time', description });
export const cents = (description: string): FieldSchema => ({ type: 'integer', minimum: 0, description });
export const number = (description: string): FieldSchema => ({ type: 'integer', minimum: 1, description });
export const nullableNumber = (description: string): FieldSchema => ({
  type: ['integer', 'null'],
  minimum: 1,
  description,
});
export const nullableText = (description: string): FieldSchema => ({ type: ['string', 'null'], description });
export const nothing = (description: string): FieldSchema => ({ type: 'null', description });

const ADDED_FIELDS: Record<string, FieldSchema> = {
  id: text('of the event; the same in every repeat, and equal to the webhook-id header'),
  created_at: time('when the event was written'),
  company_id: number('the establishment that owns the transaction'),
  sequence: number('rises with each event of the same transaction'),
};

/** The moment of all examples. */
export const EXAMPLE_TIME = new Date('2026-03-02T12:00:00.000Z');
const EXAMPLE_ENVELOPE: Envelope = {
  id: 'evt_ba296fc1b9d2a865fccb8f096ebeef9f',
  createdAt: EXAMPLE_TIME,
  companyId: 7,
  sequence: 2,
};

interface Description {
  what: string;
  /** What only events of this kind have; those of every event may be described anew. */
  fields: Record<string, FieldSchema>;
  /** Fields that are not always there. */
  optional?: Record<string, FieldSchema>;
  example: ToldEvent;
  envelope?: Partial<Envelope>;
}

export function describeEvent({ what, fields, optional = {}, example, envelope }: Description): EventDescription {
  const { kind, facts } = example;
  const own = Object.entries(fields).filter(([name]) => !(name in ADDED_FIELDS));
  const added = Object.entries(ADDED_FIELDS).map(([name, field]) => [name, fields[name] ?? field]);
  const always: Record<string, FieldSchema> = {
    event: word(kind, 'kind of the event'),
    ...Object.fromEntries([...own, ...added]),
  };
  return {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: kind,
      description: what,
      type: 'object',
      properties: { ...always, ...optional },
      required: Object.keys(always),
      additionalProperties: true,
    },
    example: payloadOf({ kind, facts }, { ...EXAMPLE_ENVELOPE, ...envelope }),
  };
}
