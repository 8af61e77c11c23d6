-- An unpaid payment holds its place of a link only for a while: a row here as long as it does. It goes when the payment is over, by the
-- trigger below, or when its time is, by the job release-holds and by whoever takes a place. What remains PENDING without one counts again
-- when it is paid.
CREATE TABLE payment_link_holds (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  payment_id bigint NOT NULL,
  payment_type text NOT NULL,
  units bigint NOT NULL,
  -- From when its time counts: a PIX until it expires, anything else for so long after it was ordered. Business time.
  counts_from timestamptz NOT NULL,
  -- As limits count addresses; null for an order of the interface, which no address has to answer for.
  address text COLLATE "C",
  PRIMARY KEY (merchant_id, link_id, payment_id)
);
CREATE INDEX payment_link_holds_by_end ON payment_link_holds (merchant_id, link_id, payment_type, counts_from);
CREATE INDEX payment_link_holds_ended ON payment_link_holds (payment_type, counts_from, payment_id);
CREATE INDEX payment_link_holds_by_address ON payment_link_holds (merchant_id, link_id, address);

-- Payments that were paid when they held no place any more, until that is told (job tell-late-payments, which deletes the row).
CREATE TABLE payment_link_late_payments (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (merchant_id, payment_id)
);

-- As before, but that an open payment counts while it holds its place.
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
    NEW.amount_cents * ((NEW.status IN (2, 4))::int - was_paid::int),
    link.units * ((NEW.status <> 3)::int - (was_held OR was_paid)::int));
  RETURN NULL;
END $$;

-- What is open now holds its place, as it was counted. Nobody may order or pay meanwhile, or it would be counted by both rules.
LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO payment_link_holds (merchant_id, link_id, payment_id, payment_type, units, counts_from)
SELECT p.merchant_id, l.id, p.id, p.payment_type,
  greatest(1, coalesce((p.items #>> '{0,quantity}')::bigint / (l.items #>> '{0,quantity}')::bigint, 1)),
  CASE p.payment_type WHEN 'pix' THEN p.expires_at ELSE p.created_at END
FROM payments p JOIN payment_links l
  ON l.merchant_id = p.merchant_id AND l.public_id = p.payment_link_id AND l.company_id = p.company_id
WHERE p.payment_link_id IS NOT NULL AND p.status = 1;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'endpoint_failing', 'endpoint_disabled', 'divergence_found', 'payment_receipt', 'link_oversold')) NOT VALID;

UPDATE webhook_endpoints SET events = array_append(events, 'payment_link.paid_late')
WHERE events @> ARRAY['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'refund.failed', 'divergence.opened',
  'webhook.test'] AND NOT events @> ARRAY['payment_link.paid_late'];
