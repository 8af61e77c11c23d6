-- Reports count as received what was paid, with late charges and without discounts. Rows that were counted before have no other sum than
-- their amount, so nothing is counted anew.
CREATE OR REPLACE FUNCTION count_changed_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT id, merchant_id, company_id, payment_type, status, amount_cents, refunded_cents, created_at, paid_at FROM before
    EXCEPT
    SELECT id, merchant_id, company_id, payment_type, status, amount_cents, refunded_cents, created_at, paid_at FROM after
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count)
  SELECT merchant_id, company_id, status, payment_type, sum(count)
  FROM (
    SELECT merchant_id, company_id, status, payment_type, -1 AS count FROM before
    UNION ALL SELECT merchant_id, company_id, status, payment_type, 1 FROM after
  ) AS changed
  GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0;
  INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
    count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
  SELECT * FROM (
    SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date AS day, company_id, payment_type,
      sum(sign) AS count, sum(sign * amount_cents) AS amount,
      coalesce(sum(sign) FILTER (WHERE status IN (2, 4)), 0) AS approved,
      coalesce(sum(sign * coalesce(paid_cents, amount_cents)) FILTER (WHERE status IN (2, 4)), 0) AS approved_amount,
      coalesce(sum(sign) FILTER (WHERE status = 3), 0) AS failed, sum(sign * refunded_cents) AS refunded
    FROM (
      SELECT -1 AS sign, merchant_id, company_id, payment_type, status, amount_cents, paid_cents, refunded_cents, created_at, paid_at
      FROM before
      UNION ALL
      SELECT 1, merchant_id, company_id, payment_type, status, amount_cents, paid_cents, refunded_cents, created_at, paid_at FROM after
    ) AS changed CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
    WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
  ) AS moved
  WHERE (count, amount, approved, approved_amount, failed, refunded) <> (0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;
