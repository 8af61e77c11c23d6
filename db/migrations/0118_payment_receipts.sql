-- A payment that a bank received pays one charge, whatever txid the bank shows it under: the second charge that names it is refused. Not an
-- index over what the acquirer issues (0117), which every order's second write would have to keep (0030).
-- One row for each payment of a payer; nobody deletes them, as nobody deletes payments. No foreign key: rows come from the payment itself.
CREATE TABLE payment_receipts (
  acquirer text NOT NULL,
  end_to_end_id text COLLATE "C" NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (acquirer, end_to_end_id)
);

-- By trigger, because several statements store what an acquirer tells.
CREATE FUNCTION note_payment_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_receipts (acquirer, end_to_end_id, payment_id)
  VALUES (NEW.acquirer, NEW.response_data_subacquirer_integration ->> 'endToEndId', NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_note_receipt AFTER UPDATE OF response_data_subacquirer_integration ON payments FOR EACH ROW
WHEN (NEW.response_data_subacquirer_integration ->> 'endToEndId' IS NOT NULL AND
  NEW.response_data_subacquirer_integration ->> 'endToEndId' IS DISTINCT FROM OLD.response_data_subacquirer_integration ->> 'endToEndId')
EXECUTE FUNCTION note_payment_receipt();

DROP INDEX payments_one_per_receipt;
