-- Customers of merchants, and what a person may ask of a merchant: that their data are removed. Payments, amounts, dates and the
-- ledger stay.

CREATE TABLE customers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- "C" collation: the unique index also serves searches by prefix, whatever the database's locale.
  document text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- The name without case and accents, for search and order.
  name_folded text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  phone text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (merchant_id, document)
);
CREATE INDEX customers_by_created ON customers (merchant_id, created_at, id);
CREATE INDEX customers_by_email ON customers (merchant_id, email, id);
CREATE INDEX customers_by_name ON customers (merchant_id, name_folded, id);
-- Names are searched anywhere in them. The merchant is part of the index, so that nobody's search reads through other merchants' names.
CREATE INDEX customers_by_part_of_name ON customers USING gin (merchant_id, name_folded gin_trgm_ops);

-- Of an order by a known customer nothing is added: an ON CONFLICT that updates is no insert.
CREATE FUNCTION count_new_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_count_deltas (merchant_id, count) SELECT merchant_id, count(*) FROM added GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER customers_counted AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_new_customers();

-- Counted as payments are (payment_counts). One row for each merchant; nobody deletes them.
CREATE TABLE customer_counts (
  merchant_id bigint PRIMARY KEY,
  count bigint NOT NULL
);

CREATE TABLE customer_count_deltas (
  merchant_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- One row for each customer whose data were removed: it proves that it was done, and when. Nobody deletes from it.
CREATE TABLE customer_anonymisations (
  merchant_id bigint NOT NULL REFERENCES merchants,
  customer_id bigint NOT NULL REFERENCES customers,
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
CREATE INDEX customer_anonymisations_kept ON customer_anonymisations (keep_document_until) WHERE kept_document IS NOT NULL;
CREATE INDEX customer_anonymisations_unfinished ON customer_anonymisations (merchant_id, customer_id) WHERE wiped_at IS NULL;

CREATE TRIGGER customer_anonymisations_kept BEFORE DELETE ON customer_anonymisations FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

-- Where the job goes on that removes the data of customers who have not ordered for years. One row, which nobody deletes.
CREATE TABLE customer_retention_round (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  after_customer_id bigint NOT NULL DEFAULT 0
);
INSERT INTO customer_retention_round DEFAULT VALUES;
