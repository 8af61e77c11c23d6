-- Where the acquirer and we disagree and no rule may decide: late money, another value, an unrequested refund.
CREATE TABLE divergences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  -- That of the payment, so that a merchant's list reads its own rows only. No foreign key of its own: the payment has one.
  merchant_id bigint NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('LATE_PAYMENT', 'AMOUNT_MISMATCH', 'PAYMENT_UNDONE', 'UNREQUESTED_REFUND', 'MISSING_REFUND', 'MED_REFUND')),
  local_status smallint NOT NULL,
  acquirer_status text NOT NULL,
  local_amount_cents bigint NOT NULL,
  acquirer_amount_cents bigint NOT NULL,
  detected_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolution text,
  -- What each side had received and refunded when they were seen to differ.
  local_received_cents bigint NOT NULL,
  local_refunded_cents bigint NOT NULL,
  acquirer_received_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  -- By how much the acquirer holds more money than our books say.
  difference_cents bigint NOT NULL,
  -- The first payment of the order: money for any of its payments is in the way of a retry.
  order_root bigint NOT NULL REFERENCES payments,
  -- After it was resolved, both sides were seen to agree again: should the difference come back, it is a new one.
  gone_at timestamptz,
  -- The adjusting journal: who wrote it, when, and why.
  booked_at timestamptz,
  booked_by text,
  booking_reason text,
  -- The returns that stood behind a divergence when it was opened: what the operator books covers them. Rows live as long as the
  -- divergence.
  return_ids text[],
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT divergences_booked_when_resolved CHECK (booked_at IS NULL OR resolved_at IS NOT NULL),
  CONSTRAINT divergences_booked_with_reason CHECK (num_nonnulls(booked_at, booked_by, booking_reason) IN (0, 3)),
  CONSTRAINT divergences_med_is_booked CHECK (kind <> 'MED_REFUND' OR booked_at IS NOT NULL)
);
CREATE INDEX divergences_by_writer ON divergences USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX divergences_of_merchant ON divergences (merchant_id, id);
CREATE INDEX divergences_of_payment ON divergences (payment_id, id);
CREATE UNIQUE INDEX divergences_one_open ON divergences (payment_id, kind) WHERE resolved_at IS NULL;
CREATE INDEX divergences_open_of_merchant ON divergences (merchant_id, id) WHERE resolved_at IS NULL;
CREATE INDEX divergences_open_of_order ON divergences (order_root) WHERE resolved_at IS NULL;

-- What is booked is in the books: looked at when the transaction commits.
CREATE FUNCTION refuse_booking_without_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_journals WHERE cause_kind = 'adjustment' AND cause_id = NEW.id) THEN
    RAISE EXCEPTION 'divergence %: booked without a journal', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER divergences_booked_in_the_books AFTER UPDATE OF booked_at ON divergences DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked_at IS NOT NULL) EXECUTE FUNCTION refuse_booking_without_journal();
CREATE TRIGGER divergences_keep BEFORE TRUNCATE ON divergences FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER divergences_kept BEFORE DELETE ON divergences FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

-- Nobody deletes from here. What was seen stands, and so do a resolution and a booking.
CREATE FUNCTION refuse_rewriting_divergence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_id, NEW.merchant_id, NEW.kind, NEW.order_root, NEW.local_status, NEW.acquirer_status, NEW.local_amount_cents,
      NEW.acquirer_amount_cents, NEW.local_received_cents, NEW.local_refunded_cents, NEW.acquirer_received_cents,
      NEW.acquirer_refunded_cents, NEW.difference_cents, NEW.detected_at)
    IS DISTINCT FROM
     (OLD.payment_id, OLD.merchant_id, OLD.kind, OLD.order_root, OLD.local_status, OLD.acquirer_status, OLD.local_amount_cents,
      OLD.acquirer_amount_cents, OLD.local_received_cents, OLD.local_refunded_cents, OLD.acquirer_received_cents,
      OLD.acquirer_refunded_cents, OLD.difference_cents, OLD.detected_at)
    OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.resolution) IS DISTINCT FROM (OLD.resolved_at, OLD.resolution))
    OR (OLD.booked_at IS NOT NULL
      AND (NEW.booked_at, NEW.booked_by, NEW.booking_reason) IS DISTINCT FROM (OLD.booked_at, OLD.booked_by, OLD.booking_reason))
  THEN
    RAISE EXCEPTION 'divergence %: what was seen, resolved and booked never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER divergences_never_rewritten BEFORE UPDATE ON divergences FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_divergence();
