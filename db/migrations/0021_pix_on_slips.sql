-- A boleto may carry a PIX code that another acquirer issued, under the same reference.

-- Who issued the code; null: nobody besides the boleto's own acquirer. Never changes.
ALTER TABLE payments ADD COLUMN pix_acquirer text;
-- Of a boleto with such a code that was paid: which of the two acquirers received it.
ALTER TABLE payments ADD COLUMN received_by text;
-- Rows from before have neither; a later file reads them all, and nobody waits for it.
ALTER TABLE payments ADD CONSTRAINT payments_received_by_an_issuer
  CHECK (received_by IS NULL OR (pix_acquirer IS NOT NULL AND received_by IN (acquirer, pix_acquirer))) NOT VALID;

-- Who holds what a divergence is about; null: the acquirer that has the payment.
ALTER TABLE divergences ADD COLUMN acquirer text;

-- What is still to be done about the code of a payment and, once it is paid, about its slip. A row goes with its last work.
CREATE TABLE slip_pix_codes (
  payment_id bigint PRIMARY KEY,
  -- When it was last sent to its bank: until some time after that, "not found" proves nothing.
  sent_at timestamptz NOT NULL,
  -- The due date that the bank has; null: it is not known to have the code.
  due_date date,
  -- Nobody can pay it any more, by the code or by the slip.
  is_code_over boolean NOT NULL DEFAULT false,
  is_slip_over boolean NOT NULL DEFAULT false,
  looks integer NOT NULL DEFAULT 0,
  -- Null: nothing to do until the payment changes.
  next_look_at timestamptz,
  leased_until timestamptz
);
CREATE INDEX slip_pix_codes_due ON slip_pix_codes (next_look_at) WHERE next_look_at IS NOT NULL;

-- Only a PIX has such an id: where the boleto's code is of another acquirer, it is that one's.
CREATE OR REPLACE FUNCTION note_payment_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_receipts (acquirer, end_to_end_id, payment_id)
  VALUES (coalesce(NEW.pix_acquirer, NEW.acquirer), NEW.response_data_subacquirer_integration ->> 'endToEndId', NEW.id);
  RETURN NULL;
END $$;
