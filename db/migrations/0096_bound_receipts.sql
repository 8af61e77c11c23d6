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
