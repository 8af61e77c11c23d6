/**
 * Every kind of event; `webhook.test` is sent only on request. Subscribing to no kind in particular means all of them.
 * What an event of a kind tells is its room's to say (`*.events.rules.ts`).
 */
export const EVENT_KINDS = [
  'payment.created',
  'payment.approved',
  'payment.failed',
  'payment.refunded',
  'payment.updated',
  'boleto.registered',
  'refund.failed',
  'payout.requested',
  'payout.approved',
  'payout.sent',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'payout.cancelled',
  'payout.not_scheduled',
  'divergence.opened',
  'payment_link.paid_late',
  'receipt.unknown',
  'webhook.test',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
