import { RECEIPT_EVENTS } from '../../gateway/alignment/receipts/receipts.events.rules.ts';
import { DIVERGENCE_EVENTS } from '../../gateway/divergences/divergences.events.rules.ts';
import { PAYMENT_LINK_EVENTS } from '../../gateway/payment-links/payment-links.events.rules.ts';
import { PAYMENT_EVENTS } from '../../gateway/payments/payments.events.rules.ts';
import { PAYOUT_EVENTS } from '../../gateway/payouts/payouts.events.rules.ts';
import { REFUND_EVENTS } from '../../gateway/refunds/refunds.events.rules.ts';
import type { EventDescription, EventSchema } from '../../news/events/event-descriptions.rules.ts';
import { EVENT_KINDS, type EventKind } from '../../news/events/event-kinds.rules.ts';
import { WEBHOOK_EVENTS } from '../../news/webhooks/webhooks.events.rules.ts';

type Json = Record<string, unknown>;

const header = (name: string, description: string): Json => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header('webhook-id', 'the id of the event: the same in every repeat, so that it is worked on once'),
  header('webhook-timestamp', 'when this attempt was made, in seconds since 1970'),
  header('webhook-signature', 'one or more signatures over id, timestamp and body: `v1,` and an HMAC-SHA256 in base64'),
];

const ANSWERS = {
  '2XX': { description: 'Received; it is not sent again' },
  410: { description: 'Gone for good: the webhook is disabled' },
  default: { description: 'Whatever else comes, or nothing within the time limit: it is sent again, for a day' },
};

/** Every room that tells something; the compiler asks for a kind that no room describes. */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventKind, EventDescription>> = {
  ...PAYMENT_EVENTS,
  ...REFUND_EVENTS,
  ...PAYOUT_EVENTS,
  ...DIVERGENCE_EVENTS,
  ...PAYMENT_LINK_EVENTS,
  ...RECEIPT_EVENTS,
  ...WEBHOOK_EVENTS,
};

/** One JSON Schema per kind, written to the docs as it stands here. */
export const EVENT_SCHEMAS = Object.fromEntries(
  EVENT_KINDS.map((kind) => [kind, EVENT_DESCRIPTIONS[kind].schema]),
) as Readonly<Record<EventKind, EventSchema>>;

function requestTo(kind: EventKind): Json {
  const { schema: described, example } = EVENT_DESCRIPTIONS[kind];
  const { $schema: _, ...schema } = described;
  const name = kind.replace(/[.](\w)/g, (_dot, letter: string) => letter.toUpperCase());
  const operation = {
    operationId: `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['webhooks'],
    summary: kind,
    description: `${schema.description} Sent to every webhook that subscribes to it; check the signature first.`,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: ANSWERS,
  };
  return { post: operation };
}

/** What the webhooks of a merchant are sent, as the document describes it. */
export const eventRequests = () => Object.fromEntries(EVENT_KINDS.map((kind) => [kind, requestTo(kind)]));
