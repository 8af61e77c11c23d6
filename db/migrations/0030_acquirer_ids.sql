-- The acquirers' ids of payments, by which a merchant may name one. They stood in an index over the data that an acquirer issues; so
-- storing these data, the second write of every order, had to write an entry into each of the indexes of payments. With no index over
-- them, and room left in the page, it writes the row and nothing else.
-- One row for each payment that an acquirer has answered for; nobody deletes them, as nobody deletes payments. No foreign key: rows
-- come from the payment itself, and a check would cost every order a look.
CREATE TABLE payment_acquirer_ids (
  merchant_id bigint NOT NULL,
  acquirer_id text COLLATE "C" NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (merchant_id, acquirer_id, payment_id)
);

-- By trigger, because processes of the release before store the data only. When none is left, the second write may do it itself.
CREATE FUNCTION note_acquirer_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_acquirer_ids (merchant_id, acquirer_id, payment_id)
  VALUES (NEW.merchant_id, NEW.response_data_subacquirer_integration ->> 'transactionId', NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER payments_note_acquirer_id AFTER UPDATE OF response_data_subacquirer_integration ON payments FOR EACH ROW
WHEN (NEW.response_data_subacquirer_integration ->> 'transactionId' IS NOT NULL AND
  NEW.response_data_subacquirer_integration ->> 'transactionId' IS DISTINCT FROM OLD.response_data_subacquirer_integration ->> 'transactionId')
EXECUTE FUNCTION note_acquirer_id();
CREATE TRIGGER payments_note_acquirer_id_at_once AFTER INSERT ON payments FOR EACH ROW
WHEN (NEW.response_data_subacquirer_integration ->> 'transactionId' IS NOT NULL)
EXECUTE FUNCTION note_acquirer_id();

-- Room for the second version of every row (issued) beside the first, and for the third (paid) in its place, also when all orders of a
-- page are written together; pages that are full already stay as they are.
ALTER TABLE payments SET (fillfactor = 45);
-- An answer, four times as long as its key, is stored under it a moment later.
ALTER TABLE idempotency_keys SET (fillfactor = 25);
