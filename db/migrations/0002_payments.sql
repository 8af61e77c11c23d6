-- Customers, payments and what the sub-acquirer tells about them.

CREATE TABLE customers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
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
CREATE INDEX customers_by_name ON customers (merchant_id, name_folded, id);
CREATE INDEX customers_by_email ON customers (merchant_id, email, id);

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  customer_id bigint NOT NULL REFERENCES customers (id),
  order_number text NOT NULL UNIQUE,
  -- Ours, chosen before the acquirer is called: the same reference is never charged twice.
  reference text NOT NULL UNIQUE,
  -- In the public links of the QR code and the boleto: unguessable, and all a payer has.
  public_token text NOT NULL UNIQUE,
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  payment_type text NOT NULL CHECK (payment_type IN ('pix', 'credit', 'debit', 'invoice')),
  installments integer NOT NULL CHECK (installments >= 1),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  -- As ordered; the customer's record may change later.
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  customer_document text NOT NULL,
  customer_phone text NOT NULL,
  customer_address jsonb,
  customer_ip text,
  items jsonb NOT NULL,
  shipping jsonb NOT NULL,
  metadata jsonb NOT NULL,
  payment_link_id text,
  due_date date,
  expires_at timestamptz NOT NULL,
  acquirer text NOT NULL,
  -- What the acquirer issued; its `transactionId` is needed to synchronise.
  response_data_subacquirer_integration jsonb,
  -- The last time a charge was sent: "not found" proves nothing while one may still be on its way.
  charge_sent_at timestamptz NOT NULL,
  -- The safety net: when to ask the acquirer again (business time), how often it was asked since the last change of
  -- status, and until when one worker has it (real time).
  next_check_at timestamptz,
  checks_done integer NOT NULL DEFAULT 0,
  check_leased_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  refunded_at timestamptz,
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);

-- Every list is one merchant's. Each order has its index; the filters that a list is narrowed by most have theirs, with
-- status and type carried along so that the count is answered from the index alone.
CREATE INDEX payments_by_created ON payments (merchant_id, created_at, id) INCLUDE (status, payment_type, company_id, amount_cents);
CREATE INDEX payments_by_updated ON payments (merchant_id, updated_at, id);
CREATE INDEX payments_by_amount ON payments (merchant_id, amount_cents, id) INCLUDE (status, payment_type, company_id, created_at);
CREATE INDEX payments_by_status ON payments (merchant_id, status, created_at, id) INCLUDE (payment_type, company_id);
CREATE INDEX payments_by_company ON payments (merchant_id, company_id, created_at, id) INCLUDE (status, payment_type);
CREATE INDEX payments_by_customer ON payments (customer_id, created_at, id);
CREATE INDEX payments_due_for_check ON payments (next_check_at) WHERE next_check_at IS NOT NULL;

-- A final status never goes back, whoever writes: PENDING may become anything, APPROVED only REFUNDED.
CREATE FUNCTION refuse_illegal_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status
    OR OLD.status = 1
    OR (OLD.status = 2 AND NEW.status = 4)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment %: status % never becomes %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER payments_status_only_forward BEFORE UPDATE OF status ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_illegal_status_change();

-- What the acquirer sent us, stored before it is acknowledged. Only a hint: it is worked off by asking the acquirer.
CREATE TABLE acquirer_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  worked_at timestamptz
);
CREATE INDEX acquirer_notifications_open ON acquirer_notifications (next_attempt_at) WHERE worked_at IS NULL;
CREATE INDEX acquirer_notifications_by_reference ON acquirer_notifications (reference) WHERE worked_at IS NULL;

-- Where the acquirer and we disagree and no rule may decide: late money, another value, an unrequested refund.
CREATE TABLE divergences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments (id),
  kind text NOT NULL CHECK (kind IN ('LATE_PAYMENT', 'AMOUNT_MISMATCH', 'UNREQUESTED_REFUND')),
  local_status smallint NOT NULL,
  acquirer_status text NOT NULL,
  local_amount_cents bigint NOT NULL,
  acquirer_amount_cents bigint NOT NULL,
  detected_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolution text,
  UNIQUE (payment_id, kind)
);
