-- Divergences are seen: figures of both sides, one open per payment and kind, booked by the operator.

ALTER TABLE divergences DROP CONSTRAINT divergences_payment_id_kind_key, DROP CONSTRAINT divergences_kind_check;
ALTER TABLE divergences
  ADD CONSTRAINT divergences_kind_check CHECK
    (kind IN ('LATE_PAYMENT', 'AMOUNT_MISMATCH', 'PAYMENT_UNDONE', 'UNREQUESTED_REFUND', 'MISSING_REFUND')),
  -- What each side had received and refunded when they were seen to differ; null in rows from before.
  ADD COLUMN local_received_cents bigint,
  ADD COLUMN local_refunded_cents bigint,
  ADD COLUMN acquirer_received_cents bigint,
  ADD COLUMN acquirer_refunded_cents bigint,
  -- By how much the acquirer holds more money than our books say.
  ADD COLUMN difference_cents bigint,
  -- The first payment of the order: money for any of its payments is in the way of a retry.
  ADD COLUMN order_root bigint REFERENCES payments (id),
  -- After it was resolved, both sides were seen to agree again: should the difference come back, it is a new one.
  ADD COLUMN gone_at timestamptz,
  -- The adjusting journal: who wrote it, when, and why.
  ADD COLUMN booked_at timestamptz,
  ADD COLUMN booked_by text,
  ADD COLUMN booking_reason text,
  ADD CONSTRAINT divergences_booked_with_reason CHECK
    ((booked_at IS NULL) = (booked_by IS NULL) AND (booked_at IS NULL) = (booking_reason IS NULL)),
  ADD CONSTRAINT divergences_booked_when_resolved CHECK (booked_at IS NULL OR resolved_at IS NOT NULL);

UPDATE divergences d SET order_root = coalesce(p.retry_root, p.id) FROM payments p WHERE p.id = d.payment_id;
-- Of an unrequested refund only the amount of its charge was stored, so nothing is known of it.
UPDATE divergences SET local_received_cents = CASE WHEN kind = 'LATE_PAYMENT' THEN 0 ELSE local_amount_cents END,
  acquirer_received_cents = acquirer_amount_cents, local_refunded_cents = 0, acquirer_refunded_cents = 0,
  difference_cents = acquirer_amount_cents - CASE WHEN kind = 'LATE_PAYMENT' THEN 0 ELSE local_amount_cents END
WHERE kind IN ('LATE_PAYMENT', 'AMOUNT_MISMATCH');
ALTER TABLE divergences ALTER COLUMN order_root SET NOT NULL;

CREATE UNIQUE INDEX divergences_one_open ON divergences (payment_id, kind) WHERE resolved_at IS NULL;
CREATE INDEX divergences_of_payment ON divergences (payment_id, id);
CREATE INDEX divergences_open_of_order ON divergences (order_root) WHERE resolved_at IS NULL;

-- Nobody deletes from here. What was seen stands, and so do a resolution and a booking.
CREATE FUNCTION refuse_rewriting_divergence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_id, NEW.kind, NEW.order_root, NEW.local_status, NEW.acquirer_status, NEW.local_amount_cents, NEW.acquirer_amount_cents,
      NEW.local_received_cents, NEW.local_refunded_cents, NEW.acquirer_received_cents, NEW.acquirer_refunded_cents,
      NEW.difference_cents, NEW.detected_at)
    IS DISTINCT FROM
     (OLD.payment_id, OLD.kind, OLD.order_root, OLD.local_status, OLD.acquirer_status, OLD.local_amount_cents, OLD.acquirer_amount_cents,
      OLD.local_received_cents, OLD.local_refunded_cents, OLD.acquirer_received_cents, OLD.acquirer_refunded_cents,
      OLD.difference_cents, OLD.detected_at)
    OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.resolution) IS DISTINCT FROM (OLD.resolved_at, OLD.resolution))
    OR (OLD.booked_at IS NOT NULL
      AND (NEW.booked_at, NEW.booked_by, NEW.booking_reason) IS DISTINCT FROM (OLD.booked_at, OLD.booked_by, OLD.booking_reason))
  THEN
    RAISE EXCEPTION 'divergence %: what was seen, resolved and booked never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER divergences_never_rewritten BEFORE UPDATE ON divergences FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_divergence();
CREATE TRIGGER divergences_kept BEFORE DELETE ON divergences FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER divergences_keep BEFORE TRUNCATE ON divergences FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- Endpoints that were to get every kind of event get the new one, too.
UPDATE webhook_endpoints SET events = array_append(events, 'divergence.opened')
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'webhook.test']
  AND NOT events @> ARRAY['divergence.opened'];

-- An adjusting journal has a divergence for its cause. The rows there are fit the wider lists: the next migration checks them
-- without keeping anybody waiting.
ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_cause_kind_check;
ALTER TABLE ledger_journals ADD CONSTRAINT ledger_journals_cause_kind_check
  CHECK (cause_kind IN ('approval', 'refund', 'refund_refused', 'adjustment')) NOT VALID;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_tag_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_tag_check
  CHECK (tag IN ('share', 'retention', 'fee', 'refund', 'fee_returned', 'cover', 'adjustment')) NOT VALID;

-- What is booked is in the books: looked at when the transaction commits.
CREATE FUNCTION refuse_booking_without_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_journals WHERE cause_kind = 'adjustment' AND cause_id = NEW.id) THEN
    RAISE EXCEPTION 'divergence %: booked without a journal', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER divergences_booked_in_the_books AFTER UPDATE OF booked_at ON divergences
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.booked_at IS NOT NULL)
  EXECUTE FUNCTION refuse_booking_without_journal();
