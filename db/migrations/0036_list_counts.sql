-- How many there are, for lists that show it: counted where rows are written, instead of at every look. A delta is only ever inserted, so
-- that two writers never wait for each other; a job folds deltas into the counters and deletes them (fold-counts). A count is the
-- counter plus its deltas, read in one statement. The triggers count for processes of the release before, too.
--
-- One row for each merchant, company, status and type of payment; nobody deletes them.
CREATE TABLE payment_counts (
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  status smallint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, company_id, status, payment_type)
);
CREATE TABLE payment_count_deltas (
  merchant_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL,
  status smallint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- One row for each merchant; nobody deletes them.
CREATE TABLE customer_counts (
  merchant_id bigint NOT NULL PRIMARY KEY,
  count bigint NOT NULL
);
CREATE TABLE customer_count_deltas (
  merchant_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- A batch of orders writes few deltas: one for each company, status and type in it.
CREATE FUNCTION count_new_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count)
  SELECT merchant_id, company_id, status, payment_type, count(*) FROM added GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted AFTER INSERT ON payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_payments();

-- An update that changes nothing of this writes nothing. By the statement as well: for a batch of confirmations that costs nothing to
-- speak of, and it writes few deltas, while a call for each row cost a third of the update.
CREATE FUNCTION count_changed_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count)
  SELECT merchant_id, company_id, status, payment_type, sum(count)
  FROM (
    SELECT merchant_id, company_id, status, payment_type, -1 AS count FROM before
    UNION ALL SELECT merchant_id, company_id, status, payment_type, 1 FROM after
  ) AS changed
  GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted_anew AFTER UPDATE ON payments REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_payments();

-- Of an order by a known customer nothing is added: an ON CONFLICT that updates is no insert.
CREATE FUNCTION count_new_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_count_deltas (merchant_id, count) SELECT merchant_id, count(*) FROM added GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER customers_counted AFTER INSERT ON customers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_customers();

-- payments_by_last_change took over.
DROP INDEX payments_by_updated;
