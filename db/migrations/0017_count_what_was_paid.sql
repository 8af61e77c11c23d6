-- Reports and payment links count as received what was paid, with late charges and without discounts. Rows that were
-- counted before have no other sum than their amount, so nothing is counted anew.
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

CREATE OR REPLACE FUNCTION count_payment_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  link record;
  was_held boolean := false;
  was_paid boolean := TG_OP = 'UPDATE' AND OLD.status IN (2, 4);
BEGIN
  SELECT l.id, l.max_payments, l.stock,
    greatest(1, coalesce((NEW.items #>> '{0,quantity}')::bigint / (l.items #>> '{0,quantity}')::bigint, 1)) AS units INTO link
  FROM payment_links l
  WHERE l.merchant_id = NEW.merchant_id AND l.public_id = NEW.payment_link_id AND l.company_id = NEW.company_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF NEW.status = 1 THEN
    INSERT INTO payment_link_holds (merchant_id, link_id, payment_id, payment_type, units, counts_from)
    VALUES (NEW.merchant_id, link.id, NEW.id, NEW.payment_type, link.units,
      CASE NEW.payment_type WHEN 'pix' THEN NEW.expires_at ELSE NEW.created_at END);
  ELSE
    DELETE FROM payment_link_holds h
    WHERE h.merchant_id = NEW.merchant_id AND h.link_id = link.id AND h.payment_id = NEW.id;
    was_held := FOUND;
    IF TG_OP = 'UPDATE' AND OLD.status = 1 AND NEW.status IN (2, 4) AND NOT was_held
      AND coalesce(link.max_payments, link.stock) IS NOT NULL THEN
      INSERT INTO payment_link_late_payments (merchant_id, link_id, payment_id) VALUES (NEW.merchant_id, link.id, NEW.id);
    END IF;
  END IF;
  INSERT INTO payment_link_count_deltas (merchant_id, link_id, open_count, paid_count, paid_cents, held_units)
  VALUES (NEW.merchant_id, link.id,
    (NEW.status = 1)::int - was_held::int,
    (NEW.status IN (2, 4))::int - was_paid::int,
    coalesce(NEW.paid_cents, NEW.amount_cents) * ((NEW.status IN (2, 4))::int - was_paid::int),
    link.units * ((NEW.status <> 3)::int - (was_held OR was_paid)::int));
  RETURN NULL;
END $$;
