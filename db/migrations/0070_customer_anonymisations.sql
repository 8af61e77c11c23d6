-- What a person may ask of a merchant: that their data are removed. Payments, amounts, dates and the ledger stay.

-- One row for each customer whose data were removed: it proves that it was done, and when. Nobody deletes from it.
CREATE TABLE customer_anonymisations (
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  customer_id bigint NOT NULL REFERENCES customers (id),
  anonymised_at timestamptz NOT NULL,
  -- The law asks for the document of who paid for some years. It stands here and nowhere else; a job removes it afterwards.
  kept_document text,
  keep_document_until date,
  -- The customer's payments are gone through in the order of their creation. Null: not begun.
  wiped_through bigint,
  -- Null while payments are left.
  wiped_at timestamptz,
  PRIMARY KEY (merchant_id, customer_id),
  CHECK (kept_document IS NULL OR keep_document_until IS NOT NULL)
);
CREATE INDEX customer_anonymisations_unfinished ON customer_anonymisations (merchant_id, customer_id) WHERE wiped_at IS NULL;
CREATE INDEX customer_anonymisations_kept ON customer_anonymisations (keep_document_until) WHERE kept_document IS NOT NULL;

CREATE TRIGGER customer_anonymisations_kept BEFORE DELETE ON customer_anonymisations
  FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

-- Where the job goes on that removes the data of customers who have not ordered for years. One row, which nobody deletes.
CREATE TABLE customer_retention_round (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  after_customer_id bigint NOT NULL DEFAULT 0
);
INSERT INTO customer_retention_round DEFAULT VALUES;
