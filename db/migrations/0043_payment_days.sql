-- What each day brought, for reports: by the day on which payments were made (created) and by the day on which they were paid (paid), both
-- in São Paulo. Counted where rows are written, as payment_counts are: deltas are only ever inserted, the job fold-counts folds them into
-- the days and deletes them, and a report is days plus deltas, read in one statement. A payment that changes later changes its own days.
-- The triggers work for processes of the release before, too.
--
-- One row for each company, type of payment and day on which there was anything; nobody deletes them.
CREATE TABLE payment_days (
  merchant_id bigint NOT NULL,
  basis text NOT NULL CHECK (basis IN ('created', 'paid')),
  day date NOT NULL,
  company_id bigint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  amount_cents bigint NOT NULL,
  approved_count bigint NOT NULL,
  approved_cents bigint NOT NULL,
  failed_count bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (merchant_id, basis, day, company_id, payment_type)
);
CREATE TABLE payment_day_deltas (
  merchant_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  basis text NOT NULL,
  day date NOT NULL,
  company_id bigint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  amount_cents bigint NOT NULL,
  approved_count bigint NOT NULL,
  approved_cents bigint NOT NULL,
  failed_count bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- A batch of orders writes few deltas: one for each company and type in it.
CREATE FUNCTION count_new_payments_by_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
    count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
  SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date, company_id, payment_type,
    count(*), sum(amount_cents), count(*) FILTER (WHERE status IN (2, 4)),
    coalesce(sum(amount_cents) FILTER (WHERE status IN (2, 4)), 0), count(*) FILTER (WHERE status = 3), sum(refunded_cents)
  FROM added CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
  WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted_by_day AFTER INSERT ON payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_payments_by_day();

-- An update that changes nothing of this writes nothing.
CREATE FUNCTION count_changed_payments_by_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
    count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
  SELECT * FROM (
    SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date AS day, company_id, payment_type,
      sum(sign) AS count, sum(sign * amount_cents) AS amount,
      coalesce(sum(sign) FILTER (WHERE status IN (2, 4)), 0) AS approved,
      coalesce(sum(sign * amount_cents) FILTER (WHERE status IN (2, 4)), 0) AS approved_amount,
      coalesce(sum(sign) FILTER (WHERE status = 3), 0) AS failed, sum(sign * refunded_cents) AS refunded
    FROM (
      SELECT -1 AS sign, merchant_id, company_id, payment_type, status, amount_cents, refunded_cents, created_at, paid_at
      FROM before
      UNION ALL
      SELECT 1, merchant_id, company_id, payment_type, status, amount_cents, refunded_cents, created_at, paid_at FROM after
    ) AS changed CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
    WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
  ) AS moved
  WHERE (count, amount, approved, approved_amount, failed, refunded) <> (0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted_by_day_anew AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_payments_by_day();
