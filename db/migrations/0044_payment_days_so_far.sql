-- What was there before the triggers: what is found minus what is counted, on one snapshot, so that it is right whatever is written,
-- counted and folded meanwhile, and locks nothing. It stands in a migration of its own, because the one that made the triggers keeps
-- writers out until it ends.
INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
  count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
SELECT * FROM (
  SELECT merchant_id, basis, day, company_id, payment_type, sum(count) AS count, sum(amount) AS amount, sum(approved) AS approved,
    sum(approved_amount) AS approved_amount, sum(failed) AS failed, sum(refunded) AS refunded
  FROM (
    SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date AS day, company_id, payment_type,
      count(*) AS count, sum(amount_cents) AS amount, count(*) FILTER (WHERE status IN (2, 4)) AS approved,
      coalesce(sum(amount_cents) FILTER (WHERE status IN (2, 4)), 0) AS approved_amount,
      count(*) FILTER (WHERE status = 3) AS failed, sum(refunded_cents) AS refunded
    FROM payments CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
    WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
    UNION ALL
    SELECT merchant_id, basis, day, company_id, payment_type,
      -count, -amount_cents, -approved_count, -approved_cents, -failed_count, -refunded_cents FROM payment_days
    UNION ALL
    SELECT merchant_id, basis, day, company_id, payment_type,
      -count, -amount_cents, -approved_count, -approved_cents, -failed_count, -refunded_cents FROM payment_day_deltas
  ) AS figures
  GROUP BY 1, 2, 3, 4, 5
) AS missing
WHERE (count, amount, approved, approved_amount, failed, refunded) <> (0, 0, 0, 0, 0, 0);
