-- The ruler: what a gateway must at least keep of an order, on tables that do not follow the project's own. They have ten indexes on the
-- payments and no trigger, and they stay as they are, so that figures of different years can be held against each other.
CREATE SCHEMA ruler;

CREATE TABLE ruler.customers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  document text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (merchant_id, document)
);
CREATE INDEX ON ruler.customers (merchant_id, created_at, id);
CREATE INDEX ON ruler.customers (merchant_id, name_folded, id);

CREATE TABLE ruler.payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  customer_id bigint NOT NULL REFERENCES ruler.customers,
  order_number text NOT NULL UNIQUE,
  reference text NOT NULL UNIQUE,
  public_token text NOT NULL UNIQUE,
  status integer NOT NULL DEFAULT 1,
  payment_type text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 500),
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  customer_document text NOT NULL,
  items jsonb NOT NULL,
  shipping jsonb NOT NULL,
  metadata jsonb NOT NULL,
  issued jsonb,
  expires_at timestamptz NOT NULL,
  next_check_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX ON ruler.payments (merchant_id, created_at, id);
CREATE INDEX ON ruler.payments (merchant_id, amount_cents, id);
CREATE INDEX ON ruler.payments (merchant_id, updated_at, id);
CREATE INDEX ON ruler.payments (merchant_id, status, created_at, id);
CREATE INDEX ON ruler.payments (merchant_id, company_id, created_at, id);
CREATE INDEX ON ruler.payments (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE ruler.shares (
  payment_id bigint NOT NULL REFERENCES ruler.payments,
  position integer NOT NULL,
  company_id bigint NOT NULL,
  share_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  PRIMARY KEY (payment_id, position)
);

CREATE TABLE ruler.events (
  id text PRIMARY KEY,
  merchant_id bigint NOT NULL,
  payment_id bigint NOT NULL REFERENCES ruler.payments,
  sequence integer NOT NULL,
  payload text NOT NULL,
  occurred_at timestamptz NOT NULL,
  UNIQUE (payment_id, sequence)
);

CREATE TABLE ruler.charges (
  reference text PRIMARY KEY,
  transaction_id text NOT NULL UNIQUE,
  amount_cents bigint NOT NULL,
  status text NOT NULL,
  qr text NOT NULL,
  created_at timestamptz NOT NULL
);

-- What the rest of a life cannot do without: the books of its approval, and the webhook that tells of it.
CREATE TABLE ruler.journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL UNIQUE REFERENCES ruler.payments,
  posted_at timestamptz NOT NULL
);

CREATE TABLE ruler.entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id bigint NOT NULL REFERENCES ruler.journals,
  account text NOT NULL,
  company_id bigint,
  amount_cents bigint NOT NULL,
  available_at timestamptz NOT NULL
);
CREATE INDEX ON ruler.entries (journal_id);
CREATE INDEX ON ruler.entries (company_id, available_at, id) WHERE company_id IS NOT NULL;

CREATE TABLE ruler.deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL REFERENCES ruler.events,
  status text NOT NULL,
  leased_until timestamptz,
  delivered_at timestamptz
);
CREATE INDEX ON ruler.deliveries (id) WHERE status = 'PENDING';
