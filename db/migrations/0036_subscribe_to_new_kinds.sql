-- Endpoints store the kinds that they want. One that wanted everything wants what has been told since, too; webhook.test
-- does not count, which the dashboard's form leaves out. Kinds that an endpoint has are not given to it twice.
UPDATE webhook_endpoints SET events = events || ARRAY['payment.updated', 'boleto.registered']
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'refund.failed',
    'divergence.opened', 'payment_link.paid_late', 'receipt.unknown']
  AND NOT events && ARRAY['payment.updated', 'boleto.registered'];

UPDATE webhook_endpoints SET events = events || ARRAY['payout.requested', 'payout.approved', 'payout.sent', 'payout.paid',
  'payout.failed', 'payout.returned', 'payout.cancelled', 'payout.not_scheduled']
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'payment.updated',
    'boleto.registered', 'refund.failed', 'divergence.opened', 'payment_link.paid_late', 'receipt.unknown']
  AND NOT events && ARRAY['payout.requested', 'payout.approved', 'payout.sent', 'payout.paid', 'payout.failed',
    'payout.returned', 'payout.cancelled', 'payout.not_scheduled'];
