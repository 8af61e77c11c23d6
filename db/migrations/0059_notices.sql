-- Whose a divergence is, so that a merchant's list reads its own rows only; and e-mails about what a person should know.

-- No foreign key of its own: it is that of the payment, which has one.
ALTER TABLE divergences ADD COLUMN merchant_id bigint;
UPDATE divergences d SET merchant_id = p.merchant_id FROM payments p WHERE p.id = d.payment_id;

-- Processes of the release before do not name the merchant.
CREATE FUNCTION name_merchant_of_divergence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.merchant_id := (SELECT merchant_id FROM payments WHERE id = NEW.payment_id);
  RETURN NEW;
END $$;
CREATE TRIGGER divergences_name_merchant BEFORE INSERT ON divergences
  FOR EACH ROW WHEN (NEW.merchant_id IS NULL) EXECUTE FUNCTION name_merchant_of_divergence();
ALTER TABLE divergences ALTER COLUMN merchant_id SET NOT NULL;
CREATE INDEX divergences_of_merchant ON divergences (merchant_id, id);
CREATE INDEX divergences_open_of_merchant ON divergences (merchant_id, id) WHERE resolved_at IS NULL;

CREATE OR REPLACE FUNCTION refuse_rewriting_divergence() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Whether payers of the company get a receipt by e-mail when they have paid.
ALTER TABLE companies ADD COLUMN payer_receipts boolean NOT NULL DEFAULT false;
CREATE INDEX companies_with_receipts ON companies (merchant_id) WHERE payer_receipts;

-- How far the feed of a merchant was read for receipts. A job deletes the rows of merchants that send none any more.
CREATE TABLE receipt_readers (
  merchant_id bigint PRIMARY KEY REFERENCES merchants (id),
  at_written_by xid8 NOT NULL,
  at_position bigint NOT NULL
);

-- One e-mail each. Addresses and texts are not kept: they are read when it is sent. MOOT is what was over before it could be told. A job
-- deletes notices after thirty days.
CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('endpoint_failing', 'endpoint_disabled', 'divergence_found', 'payment_receipt')),
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  -- The endpoint, the divergence or the payment.
  subject_id bigint NOT NULL,
  -- Tells one trouble of an endpoint from the next.
  since timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'FAILED', 'MOOT')),
  attempts integer NOT NULL DEFAULT 0,
  -- Real time, as all times here but the one above.
  next_attempt_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
CREATE UNIQUE INDEX notices_once ON notices (merchant_id, kind, subject_id, since);
CREATE INDEX notices_due ON notices (next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX notices_by_age ON notices (created_at);
-- The endpoints that are failing or off are few among all that there are.
CREATE INDEX webhook_endpoints_in_trouble ON webhook_endpoints (id) WHERE failing_since IS NOT NULL AND deleted_at IS NULL;
