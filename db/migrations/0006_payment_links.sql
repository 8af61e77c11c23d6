-- What a merchant sells by an address alone. Nobody deletes a link: its payments name it for good. Price and items never change.
CREATE TABLE payment_links (
  merchant_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL,
  -- What the interface calls its id: pl_ and twenty random characters.
  public_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9-]{3,47}$'),
  title text NOT NULL,
  description text,
  methods text[] NOT NULL CHECK (cardinality(methods) > 0 AND methods <@ ARRAY['pix', 'invoice']),
  -- Empty where the payer writes the amount.
  items jsonb NOT NULL,
  shipping jsonb,
  open_amount jsonb,
  quantity jsonb,
  max_payments integer CHECK (max_payments > 0),
  stock integer CHECK (stock >= 0),
  -- Business time.
  expires_at timestamptz,
  due_days integer CHECK (due_days >= 0),
  collect_address text NOT NULL CHECK (collect_address IN ('boleto', 'always', 'never')),
  success_url text,
  inactive_message text,
  metadata jsonb NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT payment_links_public_id_key UNIQUE (merchant_id, public_id),
  CHECK ((open_amount IS NULL) = (jsonb_array_length(items) > 0)),
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);

-- What a link's payments come to, as payments are counted for lists (payment_counts): a delta is only ever inserted, a job folds deltas
-- into the counters and deletes them (fold-counts), a count is the counter plus its deltas. One row for each link that was ever used;
-- nobody deletes them. An open payment is PENDING, a paid one is APPROVED or REFUNDED; both hold their units, a FAILED one gives them
-- back.
CREATE TABLE payment_link_counts (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  open_count bigint NOT NULL,
  paid_count bigint NOT NULL,
  paid_cents bigint NOT NULL,
  held_units bigint NOT NULL,
  PRIMARY KEY (merchant_id, link_id)
);

CREATE TABLE payment_link_count_deltas (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  open_count bigint NOT NULL,
  paid_count bigint NOT NULL,
  paid_cents bigint NOT NULL,
  held_units bigint NOT NULL,
  PRIMARY KEY (merchant_id, link_id, id)
);

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
CREATE INDEX payment_link_holds_by_address ON payment_link_holds (merchant_id, link_id, address);
CREATE INDEX payment_link_holds_by_end ON payment_link_holds (merchant_id, link_id, payment_type, counts_from);
CREATE INDEX payment_link_holds_ended ON payment_link_holds (payment_type, counts_from, payment_id);

-- Payments that were paid when they held no place any more, until that is told (job tell-late-payments, which deletes the row).
CREATE TABLE payment_link_late_payments (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (merchant_id, payment_id)
);

-- Who has tried to be known as the payer of a bill by typing a document, and when, of the last hour of real time. The job
-- forget-link-tries deletes a row when its last try no longer counts.
CREATE TABLE payment_link_tries (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  -- As limits count addresses, which is not as they were written.
  address text COLLATE "C" NOT NULL,
  tried_at timestamptz[] NOT NULL CHECK (cardinality(tried_at) BETWEEN 1 AND 5),
  last_tried_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, link_id, address)
);
CREATE INDEX payment_link_tries_by_age ON payment_link_tries (last_tried_at);

-- An open payment counts while it holds its place.
CREATE FUNCTION count_payment_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER payments_counted_anew_by_link AFTER UPDATE OF status ON payments FOR EACH ROW
  WHEN (NEW.payment_link_id IS NOT NULL AND OLD.status <> NEW.status) EXECUTE FUNCTION count_payment_of_link();
-- By the row, and only where it says so: an order without a link pays for a comparison and nothing else.
CREATE TRIGGER payments_counted_by_link AFTER INSERT ON payments FOR EACH ROW WHEN (NEW.payment_link_id IS NOT NULL)
  EXECUTE FUNCTION count_payment_of_link();
