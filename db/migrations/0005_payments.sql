-- Payments: the order as it was made, what the acquirer issued and said, when it is asked again, and how it is divided.

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  customer_id bigint NOT NULL REFERENCES customers,
  order_number text NOT NULL UNIQUE,
  -- Ours, chosen before the acquirer is called: the same reference is never charged twice.
  reference text NOT NULL UNIQUE,
  -- In the public links of the QR code and the boleto: unguessable, and all a payer has.
  public_token text NOT NULL UNIQUE,
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  payment_type text NOT NULL CHECK (payment_type IN ('pix', 'credit', 'debit', 'invoice')),
  installments integer NOT NULL CHECK (installments >= 1),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  refunded_cents bigint NOT NULL DEFAULT 0,
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
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  refunded_at timestamptz,
  -- The fee and what becomes of it on a refund freeze with the order.
  fee_cents bigint NOT NULL,
  fee_on_refund text NOT NULL CHECK (fee_on_refund IN ('returned', 'kept')),
  -- Refunds under way: their money is taken already, and cannot be refunded a second time.
  refunding_cents bigint NOT NULL DEFAULT 0 CHECK (refunding_cents >= 0),
  retry_of bigint REFERENCES payments,
  -- The first of a chain of retries: all of them are for one order.
  retry_root bigint REFERENCES payments,
  -- The merchant's own id of the order.
  external_id text,
  failure_reason text CHECK (failure_reason IN ('REFUSED', 'CANCELLED', 'EXPIRED')),
  -- Which transaction wrote the row: a seal takes what was written by transactions that have ended, and no sequence can say which those
  -- are.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- Whether receipts were bound to it by hand, so that all other payments cost no question.
  has_bound_receipts boolean NOT NULL DEFAULT false,
  CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT payments_failed_for_a_reason CHECK ((status = 3) = (failure_reason IS NOT NULL)),
  CONSTRAINT payments_fee_within_amount CHECK (fee_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT payments_never_over_refunded CHECK ((refunded_cents + refunding_cents) <= amount_cents),
  CONSTRAINT payments_refunded_when_all_is CHECK ((status = 4) = (refunded_cents = amount_cents)),
  CONSTRAINT payments_retry_has_root CHECK ((retry_of IS NULL) = (retry_root IS NULL)),
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
) WITH (fillfactor = 45);
CREATE INDEX payments_by_amount ON payments (merchant_id, amount_cents, id) INCLUDE (status, payment_type, company_id, created_at);
CREATE INDEX payments_by_company ON payments (merchant_id, company_id, created_at, id) INCLUDE (status, payment_type);
-- Every list is one merchant's. Each order has its index; the filters that a list is narrowed by most have theirs, with
-- status and type carried along so that the count is answered from the index alone.
CREATE INDEX payments_by_created ON payments (merchant_id, created_at, id) INCLUDE (status, payment_type, company_id, amount_cents);
CREATE INDEX payments_by_customer ON payments (customer_id, created_at, id);
-- Partial, like the next ones: an order without an external id, a link or a former try writes none of them.
CREATE INDEX payments_by_external_id ON payments (merchant_id, external_id, created_at, id) WHERE external_id IS NOT NULL;
-- The filters company, status and type read along the order of changes, as they do along the other two orders: a page far inside a list
-- is found in the index alone.
CREATE INDEX payments_by_last_change ON payments (merchant_id, updated_at, id) INCLUDE (status, payment_type, company_id);
CREATE INDEX payments_by_link ON payments (merchant_id, payment_link_id, created_at, id) WHERE payment_link_id IS NOT NULL;
-- Payments are paid soon after they are made, so a block-range index finds a day and costs the hot path next to nothing.
CREATE INDEX payments_by_paid_at ON payments USING brin (paid_at);
-- What was received in a period.
CREATE INDEX payments_by_payment ON payments (merchant_id, paid_at, id) INCLUDE (status, payment_type, company_id, created_at)
  WHERE paid_at IS NOT NULL;
-- Which payment tried another one again.
CREATE INDEX payments_by_retry ON payments (retry_of, id) WHERE retry_of IS NOT NULL;
CREATE INDEX payments_by_status ON payments (merchant_id, status, created_at, id) INCLUDE (payment_type, company_id);
-- What was written since the last seal. Rows lie nearly in this order, so that the smallest kind of index is enough and costs an order
-- nothing. It knows numbers and not the type of transactions.
CREATE INDEX payments_by_writer ON payments USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
-- However its retries hang together, an order has at most one that is open or paid.
CREATE UNIQUE INDEX payments_one_live_retry ON payments (retry_root) WHERE retry_root IS NOT NULL AND status IN (1, 2);
CREATE INDEX payments_partly_refunded ON payments (merchant_id, created_at, id) INCLUDE (payment_type, company_id)
  WHERE status = 2 AND refunded_cents > 0;

-- A batch of orders writes few deltas: one for each company, status and type in it.
CREATE FUNCTION count_new_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count)
  SELECT merchant_id, company_id, status, payment_type, count(*) FROM added GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_new_payments();

-- Of lists and of days in one trigger: the second write of every order keeps what the acquirer issued, which no counter counts, and one
-- look decides that for both.
CREATE FUNCTION count_changed_payments() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER payments_counted_anew AFTER UPDATE ON payments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_changed_payments();

CREATE TRIGGER payments_keep BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

-- What was ordered never changes, and what was refunded is never taken back.
CREATE FUNCTION refuse_rewriting_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount_cents, NEW.fee_cents, NEW.fee_on_refund, NEW.reference, NEW.merchant_id, NEW.company_id)
    IS DISTINCT FROM (OLD.amount_cents, OLD.fee_cents, OLD.fee_on_refund, OLD.reference, OLD.merchant_id, OLD.company_id)
    OR NEW.refunded_cents < OLD.refunded_cents
  THEN
    RAISE EXCEPTION 'payment %: what was ordered and refunded never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payments_never_rewritten
  BEFORE UPDATE OF amount_cents, fee_cents, fee_on_refund, reference, merchant_id, company_id, refunded_cents ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_payment();

-- By trigger, because several statements store what an acquirer tells.
CREATE FUNCTION note_acquirer_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_acquirer_ids (merchant_id, acquirer_id, payment_id)
  VALUES (NEW.merchant_id, NEW.response_data_subacquirer_integration ->> 'transactionId', NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_note_acquirer_id AFTER UPDATE OF response_data_subacquirer_integration ON payments FOR EACH ROW
  WHEN (NEW.response_data_subacquirer_integration ->> 'transactionId' IS NOT NULL
    AND NEW.response_data_subacquirer_integration ->> 'transactionId'
      IS DISTINCT FROM OLD.response_data_subacquirer_integration ->> 'transactionId')
  EXECUTE FUNCTION note_acquirer_id();
CREATE TRIGGER payments_note_acquirer_id_at_once AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.response_data_subacquirer_integration ->> 'transactionId' IS NOT NULL) EXECUTE FUNCTION note_acquirer_id();

-- By trigger, because several statements store what an acquirer tells.
CREATE FUNCTION note_payment_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_receipts (acquirer, end_to_end_id, payment_id)
  VALUES (NEW.acquirer, NEW.response_data_subacquirer_integration ->> 'endToEndId', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_note_receipt AFTER UPDATE OF response_data_subacquirer_integration ON payments FOR EACH ROW
  WHEN (NEW.response_data_subacquirer_integration ->> 'endToEndId' IS NOT NULL
    AND NEW.response_data_subacquirer_integration ->> 'endToEndId'
      IS DISTINCT FROM OLD.response_data_subacquirer_integration ->> 'endToEndId')
  EXECUTE FUNCTION note_payment_receipt();

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
CREATE TRIGGER payments_status_only_forward BEFORE UPDATE OF status ON payments FOR EACH ROW
  EXECUTE FUNCTION refuse_illegal_status_change();

-- The acquirers' ids of payments, by which a merchant may name one. Not an index over the data that an acquirer issues: storing these,
-- the second write of every order, would have to write an entry into each of the indexes of payments. With no index over them, and room
-- left in the page, it writes the row and nothing else.
-- One row for each payment that an acquirer has answered for; nobody deletes them, as nobody deletes payments. No foreign key: rows
-- come from the payment itself, and a check would cost every order a look.
CREATE TABLE payment_acquirer_ids (
  merchant_id bigint NOT NULL,
  acquirer_id text COLLATE "C" NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (merchant_id, acquirer_id, payment_id)
);

-- A payment that a bank received pays one charge, whatever txid the bank shows it under: the second charge that names it is refused. A
-- table for the same reason as above.
-- One row for each payment of a payer; nobody deletes them, as nobody deletes payments. No foreign key: rows come from the payment itself.
CREATE TABLE payment_receipts (
  acquirer text NOT NULL,
  end_to_end_id text COLLATE "C" NOT NULL,
  payment_id bigint NOT NULL,
  PRIMARY KEY (acquirer, end_to_end_id)
);

-- When the safety net looks at a payment again: columns that change many times in the life of a payment, whose own row carries the whole
-- order and a dozen indexes. A payment has a row here exactly as long as somebody will look at it again; whoever ends the looks, by an
-- approval or by the last late look, deletes the row (src/gateway/payments/checks.sql.ts).
-- No foreign key: the row is written in the statement that stores its payment, and payments are never deleted. The audit holds the two
-- against each other.
CREATE TABLE payment_checks (
  payment_id bigint PRIMARY KEY,
  -- Business time.
  next_check_at timestamptz NOT NULL,
  -- How often it was looked at since its last change of status.
  checks_done integer NOT NULL DEFAULT 0,
  -- Until when one worker has it, in real time.
  check_leased_until timestamptz,
  -- When the next look at a payment was last drawn forward because its payer is looking at the page (real time): once in a
  -- while, in whichever process the page is open. Goes with the row.
  drawn_at timestamptz,
  -- Why the last question about a payment told nothing: for whoever asks why it is still pending. It goes with its row.
  trouble text,
  trouble_field text,
  trouble_since timestamptz
) WITH (fillfactor = 70);
CREATE INDEX payment_checks_due ON payment_checks (next_check_at);
-- For the operator: the payments about which the acquirer answers what cannot be read.
CREATE INDEX payment_checks_unreadable ON payment_checks (payment_id) WHERE trouble = 'UNREADABLE_ANSWER';

-- How many there are, for lists that show it: counted where rows are written, instead of at every look. A delta is only ever inserted, so
-- that two writers never wait for each other; a job folds deltas into the counters and deletes them (fold-counts). A count is the
-- counter plus its deltas, read in one statement.
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
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL,
  status smallint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- Who gets what of a payment, frozen with the order.
CREATE TABLE payment_shares (
  payment_id bigint NOT NULL REFERENCES payments,
  position integer NOT NULL CHECK (position >= 0),
  company_id bigint NOT NULL REFERENCES companies,
  company_name text NOT NULL,
  source text NOT NULL CHECK (source IN ('owner', 'fixed', 'dynamic')),
  merchant_type text NOT NULL CHECK (merchant_type IN ('PRIMARY', 'SECONDARY')),
  type text CHECK (type IN ('PERCENTAGE', 'FIXED')),
  amount_split bigint CHECK (amount_split >= 0),
  charge_fee boolean NOT NULL,
  discount_gross_amount boolean NOT NULL,
  share_cents bigint NOT NULL CHECK (share_cents >= 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
  PRIMARY KEY (payment_id, position)
);

-- All shares of a payment are written in one statement, and then they divide it exactly.
CREATE FUNCTION refuse_lost_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT a.payment_id AS id, divided.shares, divided.fees INTO broken
  FROM (SELECT DISTINCT payment_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT sum(s.share_cents) AS shares, sum(s.fee_cents) AS fees FROM payment_shares s WHERE s.payment_id = a.payment_id
  ) AS divided
  WHERE (divided.shares, divided.fees) <> (SELECT p.amount_cents, p.fee_cents FROM payments p WHERE p.id = a.payment_id)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payment %: shares of % and fees of % do not divide it', broken.id, broken.shares, broken.fees
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_shares_divide AFTER INSERT ON payment_shares REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_lost_shares();
CREATE TRIGGER payment_shares_frozen BEFORE DELETE OR UPDATE ON payment_shares FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payment_shares_keep BEFORE TRUNCATE ON payment_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
