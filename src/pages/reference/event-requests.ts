import { EVENT_SCHEMAS } from '../../news/events/event-schemas.rules.ts';
import {
  divergenceOpened,
  EVENT_KINDS,
  type EventKind,
  linkPaidLate,
  paymentApproved,
  paymentCreated,
  paymentFailed,
  paymentRefunded,
  receiptUnknown,
  refundFailed,
  type WebhookEvent,
  webhookTest,
} from '../../news/events/events.rules.ts';

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

const AT = new Date('2026-03-02T12:00:00.000Z');
const PAYMENT = {
  id: 'evt_ba296fc1b9d2a865fccb8f096ebeef9f',
  createdAt: AT,
  companyId: 7,
  sequence: 2,
  paymentId: 123_456,
  orderNumber: '20260302-ABCDEFGHJK',
  amountCents: 12_345,
  paymentType: 'pix',
};
const REFUND = { ...PAYMENT, refundId: 42, refundCents: 2_345, totalRefundedCents: 2_345 };

const EXAMPLES: Record<EventKind, WebhookEvent> = {
  'payment.created': paymentCreated({ ...PAYMENT, sequence: 1 }),
  'payment.approved': paymentApproved({ ...PAYMENT, paidAt: AT }),
  'payment.failed': paymentFailed(PAYMENT),
  'payment.refunded': paymentRefunded({ ...REFUND, refundedAt: AT, nature: null }),
  'refund.failed': refundFailed({ ...REFUND, totalRefundedCents: 0, failedAt: AT }),
  'payment_link.paid_late': linkPaidLate({
    ...PAYMENT,
    linkId: 'pl_23456789abcdefghjkmn',
    paidCount: 51,
    maxPayments: 50,
    stock: null,
    isAboveMaximum: true,
  }),
  'divergence.opened': divergenceOpened({
    ...PAYMENT,
    divergenceId: 9,
    statusName: 'FAILED',
    acquirerStatus: 'PAID',
    detectedAt: AT,
    difference: {
      kind: 'LATE_PAYMENT',
      here: { receivedCents: 0, refundedCents: 0 },
      there: { receivedCents: 12_345, refundedCents: 0 },
      differenceCents: 12_345,
    },
  }),
  'receipt.unknown': receiptUnknown({
    id: PAYMENT.id,
    createdAt: AT,
    acquirer: 'banco',
    day: '2026-11-14',
    count: 2,
    cents: 15_400,
  }),
  'webhook.test': webhookTest({ id: PAYMENT.id, createdAt: AT, companyId: null, webhookId: 3 }),
};

function requestTo(kind: EventKind): Json {
  const { $schema: _, ...schema } = EVENT_SCHEMAS[kind];
  const name = kind.replace(/[.](\w)/g, (_dot, letter: string) => letter.toUpperCase());
  const operation = {
    operationId: `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['webhooks'],
    summary: kind,
    description: `${schema.description} Sent to every webhook that subscribes to it; check the signature first.`,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example: EXAMPLES[kind] } } },
    responses: ANSWERS,
  };
  return { post: operation };
}

/** What the webhooks of a merchant are sent, as the document describes it. */
export const eventRequests = () => Object.fromEntries(EVENT_KINDS.map((kind) => [kind, requestTo(kind)]));
