-- The merchant who is told of a payment that nobody here knows: the only one whose establishments use that account. Null where several share
-- it, because telling one would show the money of another. Read by the job that writes notices.
ALTER TABLE unknown_receipts ADD COLUMN told_merchant_id bigint;
CREATE INDEX unknown_receipts_told ON unknown_receipts (first_seen_at) WHERE told_merchant_id IS NOT NULL;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'endpoint_failing', 'endpoint_disabled', 'divergence_found', 'payment_receipt', 'link_oversold', 'unknown_receipts')) NOT VALID;

UPDATE webhook_endpoints SET events = array_append(events, 'receipt.unknown')
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'refund.failed', 'divergence.opened',
  'payment_link.paid_late', 'webhook.test'] AND NOT events @> ARRAY['receipt.unknown'];
