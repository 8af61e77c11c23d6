import type { receiptUnknown } from '../../src/gateway/alignment/receipts/receipts.events.rules.ts';
import type { divergenceOpened } from '../../src/gateway/divergences/divergences.events.rules.ts';
import type { linkPaidLate } from '../../src/gateway/payment-links/payment-links.events.rules.ts';
import type {
  boletoRegistered,
  paymentApproved,
  paymentCreated,
  paymentFailed,
  paymentUpdated,
} from '../../src/gateway/payments/payments.events.rules.ts';
import type {
  payoutApproved,
  payoutCancelled,
  payoutFailed,
  payoutNotScheduled,
  payoutPaid,
  payoutRequested,
  payoutReturned,
  payoutSent,
} from '../../src/gateway/payouts/payouts.events.rules.ts';
import type { paymentRefunded, refundFailed } from '../../src/gateway/refunds/refunds.events.rules.ts';
import type { SentEvent, ToldEvent } from '../../src/news/events/event.rules.ts';
import type { EventKind } from '../../src/news/events/event-kinds.rules.ts';
import type { webhookTest } from '../../src/news/webhooks/webhooks.events.rules.ts';

type OneForEachKind<Told extends Record<EventKind, (...facts: never[]) => ToldEvent>> = Told;

/** What each kind tells. The compiler asks for a kind that is missing here. */
type Tellers = OneForEachKind<{
  'payment.created': typeof paymentCreated;
  'payment.approved': typeof paymentApproved;
  'payment.failed': typeof paymentFailed;
  'payment.refunded': typeof paymentRefunded;
  'payment.updated': typeof paymentUpdated;
  'boleto.registered': typeof boletoRegistered;
  'refund.failed': typeof refundFailed;
  'payout.requested': typeof payoutRequested;
  'payout.approved': typeof payoutApproved;
  'payout.sent': typeof payoutSent;
  'payout.paid': typeof payoutPaid;
  'payout.failed': typeof payoutFailed;
  'payout.returned': typeof payoutReturned;
  'payout.cancelled': typeof payoutCancelled;
  'payout.not_scheduled': typeof payoutNotScheduled;
  'divergence.opened': typeof divergenceOpened;
  'payment_link.paid_late': typeof linkPaidLate;
  'receipt.unknown': typeof receiptUnknown;
  'webhook.test': typeof webhookTest;
}>;

/**
 * An event as webhooks get it, of whichever kind. A page that was loaded before an upgrade may be told of a kind that
 * it does not know: where a name is shown, the kind itself stands in for it.
 */
export type WebhookEvent = SentEvent<ReturnType<Tellers[EventKind]>>;
