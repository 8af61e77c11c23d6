-- Owners are told of every new destination. Notices are deleted after thirty days: reading all of them takes a moment.
ALTER TABLE notices
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN (
    'endpoint_failing', 'endpoint_disabled', 'divergence_found', 'payment_receipt', 'link_oversold', 'unknown_receipts',
    'destination_created'));
-- Looked for every few seconds, by whoever tells of new ones.
CREATE INDEX payout_destinations_by_age ON payout_destinations (created_at);
