-- A receipt that the operator has bound to a payment is part of what the bank says about that payment, for as long as the payment is there:
-- nobody deletes such a row.
ALTER TABLE unknown_receipts ADD COLUMN bound_payment_id bigint REFERENCES payments (id);
ALTER TABLE unknown_receipts ADD COLUMN bound_at timestamptz;
ALTER TABLE unknown_receipts ADD COLUMN bound_by text;
ALTER TABLE unknown_receipts ADD COLUMN binding_reason text;
ALTER TABLE unknown_receipts ADD CONSTRAINT unknown_receipts_bound_with_reason CHECK (
  num_nonnulls(bound_payment_id, bound_at, bound_by, binding_reason) IN (0, 4) AND num_nonnulls(bound_payment_id, closed_at) < 2);
CREATE INDEX unknown_receipts_bound ON unknown_receipts (bound_payment_id) WHERE bound_payment_id IS NOT NULL;

-- Whether there are any, so that all other payments cost no question.
ALTER TABLE payments ADD COLUMN has_bound_receipts boolean NOT NULL DEFAULT false;

-- What the operator has put into the books of receipts that belong to no payment: positive from the acquirer, negative back to it, where the
-- bank gave a booked one back. Each has one journal. Rows stay, as the books do: nobody deletes them.
CREATE TABLE receipt_bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id bigint NOT NULL REFERENCES unknown_receipts (id),
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- Null: the platform.
  company_id bigint REFERENCES companies (id),
  booked_at timestamptz NOT NULL,
  booked_by text NOT NULL,
  reason text NOT NULL
);
CREATE INDEX receipt_bookings_by_receipt ON receipt_bookings (receipt_id);
CREATE TRIGGER receipt_bookings_append_only BEFORE UPDATE OR DELETE ON receipt_bookings FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER receipt_bookings_keep BEFORE TRUNCATE ON receipt_bookings FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- The sum of its bookings. One that was booked and then given back differs from what is left of it, and is open again.
ALTER TABLE unknown_receipts ADD COLUMN booked_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE unknown_receipts ADD CONSTRAINT unknown_receipts_booked_alone
  CHECK (booked_cents = 0 OR (bound_payment_id IS NULL AND closed_at IS NULL));

ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_cause_kind_check;
ALTER TABLE ledger_journals ADD CONSTRAINT ledger_journals_cause_kind_check
  CHECK (cause_kind IN ('approval', 'refund', 'refund_refused', 'refund_confirmed', 'adjustment', 'receipt')) NOT VALID;
