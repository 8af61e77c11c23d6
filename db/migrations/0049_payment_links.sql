-- What a merchant sells by an address alone. Nobody deletes a link: its payments name it for good. Price and items never change.
CREATE TABLE payment_links (
  merchant_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL,
  -- What the interface calls its id: pl_ and twenty random characters.
  public_id text NOT NULL COLLATE "C",
  slug text NOT NULL COLLATE "C" CONSTRAINT payment_links_slug_key UNIQUE CHECK (slug ~ '^[a-z0-9-]{3,40}$'),
  title text NOT NULL,
  description text,
  methods text[] NOT NULL CHECK (cardinality(methods) > 0 AND methods <@ ARRAY['pix', 'invoice']),
  -- Empty where the payer writes the amount.
  items jsonb NOT NULL,
  shipping jsonb,
  open_amount jsonb CHECK ((open_amount IS NULL) = (jsonb_array_length(items) > 0)),
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
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);

-- What a link's payments come to, as payments are counted for lists (0036): a delta is only ever inserted, a job folds deltas into the
-- counters and deletes them (fold-counts), a count is the counter plus its deltas. One row for each link that was ever used; nobody
-- deletes them. An open payment is PENDING, a paid one is APPROVED or REFUNDED; both hold their units, a FAILED one gives them back.
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
  id bigint GENERATED ALWAYS AS IDENTITY,
  open_count bigint NOT NULL,
  paid_count bigint NOT NULL,
  paid_cents bigint NOT NULL,
  held_units bigint NOT NULL,
  PRIMARY KEY (merchant_id, link_id, id)
);

-- A payment counts for the link of its company that it names, whoever wrote it. How often its first item holds the link's first item is how
-- many units it takes; both never change, so that anybody can count again.
CREATE FUNCTION count_payment_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_link_count_deltas (merchant_id, link_id, open_count, paid_count, paid_cents, held_units)
  SELECT l.merchant_id, l.id,
    (NEW.status = 1)::int - coalesce((OLD.status = 1)::int, 0),
    (NEW.status IN (2, 4))::int - coalesce((OLD.status IN (2, 4))::int, 0),
    NEW.amount_cents * ((NEW.status IN (2, 4))::int - coalesce((OLD.status IN (2, 4))::int, 0)),
    greatest(1, coalesce((NEW.items #>> '{0,quantity}')::bigint / (l.items #>> '{0,quantity}')::bigint, 1))
      * ((NEW.status <> 3)::int - coalesce((OLD.status <> 3)::int, 0))
  FROM payment_links l
  WHERE l.merchant_id = NEW.merchant_id AND l.public_id = NEW.payment_link_id AND l.company_id = NEW.company_id;
  RETURN NULL;
END $$;

-- By the row, and only where it says so: an order without a link pays for a comparison and nothing else.
CREATE TRIGGER payments_counted_by_link AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.payment_link_id IS NOT NULL) EXECUTE FUNCTION count_payment_of_link();
CREATE TRIGGER payments_counted_anew_by_link AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (NEW.payment_link_id IS NOT NULL AND OLD.status <> NEW.status)
  EXECUTE FUNCTION count_payment_of_link();
