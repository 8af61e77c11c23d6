import type { receiptUnknown } from '../../src/gateway/alignment/receipts/receipts.events.rules.ts';
import type { divergenceOpened } from '../../src/gateway/divergences/divergences.events.rules.ts';
import type { linkPaidLate } from '../../src/gateway/payment-links/payment-links.events.rules.ts';
import type {
  paymentApproved,
  paymentCreated,
  paymentFailed,
} from '../../src/gateway/payments/payments.events.rules.ts';
import type { paymentRefunded, refundFailed } from '../../src/gateway/refunds/refunds.events.rules.ts';
import type { SentEvent } from '../../src/news/events/event.rules.ts';
import type { webhookTest } from '../../src/news/webhooks/webhooks.events.rules.ts';

type Tellers =
  | typeof paymentCreated
  | typeof paymentApproved
  | typeof paymentFailed
  | typeof paymentRefunded
  | typeof refundFailed
  | typeof divergenceOpened
  | typeof linkPaidLate
  | typeof receiptUnknown
  | typeof webhookTest;

/** An event as webhooks get it, of whichever kind. */
export type WebhookEvent = SentEvent<ReturnType<Tellers>>;
