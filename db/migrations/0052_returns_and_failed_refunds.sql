-- Endpoints that were to get every kind of event get the new one, too.
UPDATE webhook_endpoints SET events = array_append(events, 'refund.failed')
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'divergence.opened', 'webhook.test']
  AND NOT events @> ARRAY['refund.failed'];

-- What the banks took back among themselves (MED) is a refund that nobody here asked for: its reference is the bank's id
-- of it, so that it is booked once, and its nature says why it was taken.
ALTER TABLE refunds ADD COLUMN nature text;
ALTER TABLE refunds DROP CONSTRAINT refunds_kind_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_kind_check
  CHECK (kind IN ('pix_refund', 'reversal', 'acquirer', 'med')) NOT VALID;
ALTER TABLE refunds ADD CONSTRAINT refunds_med_has_nature CHECK ((kind = 'med') = (nature IS NOT NULL)) NOT VALID;

-- It is told as a divergence, too, which is born booked: its journal is that of the refund.
ALTER TABLE divergences DROP CONSTRAINT divergences_kind_check;
ALTER TABLE divergences ADD CONSTRAINT divergences_kind_check CHECK (kind IN (
  'LATE_PAYMENT', 'AMOUNT_MISMATCH', 'PAYMENT_UNDONE', 'UNREQUESTED_REFUND', 'MISSING_REFUND', 'MED_REFUND')) NOT VALID;
ALTER TABLE divergences ADD CONSTRAINT divergences_med_is_booked
  CHECK (kind <> 'MED_REFUND' OR booked_at IS NOT NULL) NOT VALID;
