-- The books: frozen shares, a double-entry ledger that only grows, refunds.

-- The fee and what becomes of it on a refund freeze with the order.
ALTER TABLE payments
  ADD COLUMN fee_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN fee_on_refund text NOT NULL DEFAULT 'returned' CHECK (fee_on_refund IN ('returned', 'kept')),
  -- Refunds under way: their money is taken already, and cannot be refunded a second time.
  ADD COLUMN refunding_cents bigint NOT NULL DEFAULT 0 CHECK (refunding_cents >= 0),
  ADD COLUMN retry_of bigint REFERENCES payments (id),
  -- The first of a chain of retries: all of them are for one order.
  ADD COLUMN retry_root bigint REFERENCES payments (id),
  ADD CONSTRAINT payments_retry_has_root CHECK ((retry_of IS NULL) = (retry_root IS NULL)),
  ADD CONSTRAINT payments_fee_within_amount CHECK (fee_cents BETWEEN 0 AND amount_cents),
  ADD CONSTRAINT payments_never_over_refunded CHECK (refunded_cents + refunding_cents <= amount_cents),
  ADD CONSTRAINT payments_refunded_when_all_is CHECK ((status = 4) = (refunded_cents = amount_cents));
ALTER TABLE payments ALTER COLUMN fee_cents DROP DEFAULT, ALTER COLUMN fee_on_refund DROP DEFAULT;

-- However its retries hang together, an order has at most one that is open or paid.
CREATE UNIQUE INDEX payments_one_live_retry ON payments (retry_root) WHERE retry_root IS NOT NULL AND status IN (1, 2);

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

CREATE TABLE payment_shares (
  payment_id bigint NOT NULL REFERENCES payments (id),
  position integer NOT NULL CHECK (position >= 0),
  company_id bigint NOT NULL REFERENCES companies (id),
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

CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments (id),
  -- Ours, chosen before the acquirer is called: the same reference is never refunded twice.
  reference text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('pix_refund', 'reversal', 'acquirer')),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'REFUNDED', 'REFUSED')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  description text,
  requested_at timestamptz NOT NULL,
  settled_at timestamptz,
  next_check_at timestamptz,
  checks_done integer NOT NULL DEFAULT 0,
  check_leased_until timestamptz,
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL))
);
CREATE INDEX refunds_by_payment ON refunds (payment_id);
CREATE INDEX refunds_due_for_check ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE FUNCTION refuse_illegal_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND OLD.status <> 'PROCESSING' THEN
    RAISE EXCEPTION 'refund %: % never becomes %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_cents, NEW.payment_id, NEW.reference) IS DISTINCT FROM (OLD.amount_cents, OLD.payment_id, OLD.reference) THEN
    RAISE EXCEPTION 'refund %: what was requested never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_only_forward BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_illegal_refund_change();

-- One journal per cause: a payment is approved once, a refund taken once and given back at most once.
CREATE TABLE ledger_journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cause_kind text NOT NULL CHECK (cause_kind IN ('approval', 'refund', 'refund_refused')),
  cause_id bigint NOT NULL,
  payment_id bigint NOT NULL REFERENCES payments (id),
  posted_at timestamptz NOT NULL,
  UNIQUE (cause_kind, cause_id)
);
CREATE INDEX ledger_journals_by_payment ON ledger_journals (payment_id);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id bigint NOT NULL REFERENCES ledger_journals (id),
  account text NOT NULL CHECK (account IN ('company_main', 'company_retained', 'acquirer_clearing', 'platform_fee')),
  company_id bigint REFERENCES companies (id),
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- The value date: money counts as available from here on, with no job to make it so.
  available_at timestamptz NOT NULL,
  tag text NOT NULL CHECK (tag IN ('share', 'retention', 'fee', 'refund', 'fee_returned', 'cover')),
  position integer,
  -- For cut-offs: an id says nothing about the order of commits, this does.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CHECK ((company_id IS NOT NULL) = (account IN ('company_main', 'company_retained')))
);
CREATE INDEX ledger_entries_by_journal ON ledger_entries (journal_id);
CREATE INDEX ledger_entries_by_company ON ledger_entries (company_id, available_at, id) INCLUDE (amount_cents, account)
  WHERE company_id IS NOT NULL;

-- A journal is written in one statement, and after every statement each journal it touched sums to zero.
CREATE FUNCTION refuse_unbalanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT e.journal_id, sum(e.amount_cents) AS total INTO broken
  FROM ledger_entries e WHERE e.journal_id IN (SELECT journal_id FROM added)
  GROUP BY e.journal_id HAVING sum(e.amount_cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % sums to %', broken.journal_id, broken.total USING ERRCODE = 'check_violation';
  END IF;
  -- A journal is closed with its transaction; what comes later is a journal of its own.
  SELECT j.id INTO broken FROM ledger_journals j
  WHERE j.id IN (SELECT journal_id FROM added) AND j.xmin <> pg_current_xact_id()::xid LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % is closed', broken.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_journal();

CREATE FUNCTION refuse_any_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only; post a correcting journal', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER ledger_entries_keep BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER ledger_journals_append_only BEFORE UPDATE OR DELETE ON ledger_journals FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER ledger_journals_keep BEFORE TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payment_shares_frozen BEFORE UPDATE OR DELETE ON payment_shares FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payment_shares_keep BEFORE TRUNCATE ON payment_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER refunds_keep BEFORE TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER payments_keep BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- All shares of a payment are written in one statement, and then they divide it exactly.
CREATE FUNCTION refuse_lost_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT p.id, sum(s.share_cents) AS shares, sum(s.fee_cents) AS fees INTO broken
  FROM payments p JOIN payment_shares s ON s.payment_id = p.id WHERE p.id IN (SELECT payment_id FROM added)
  GROUP BY p.id HAVING sum(s.share_cents) <> p.amount_cents OR sum(s.fee_cents) <> p.fee_cents LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payment %: shares of % and fees of % do not divide it', broken.id, broken.shares, broken.fees
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_shares_divide AFTER INSERT ON payment_shares
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_lost_shares();

-- No status of money without its journal: looked at when the transaction commits.
CREATE FUNCTION refuse_approval_without_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_journals WHERE cause_kind = 'approval' AND cause_id = NEW.id) THEN
    RAISE EXCEPTION 'payment %: status % without an approval journal', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_approved_in_the_books AFTER UPDATE OF status ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status = 1 AND NEW.status IN (2, 4))
  EXECUTE FUNCTION refuse_approval_without_journal();

-- Whoever lowers a company's balance holds its row here. Not the companies table: its foreign keys would make credits wait.
CREATE TABLE debit_locks (
  company_id bigint PRIMARY KEY REFERENCES companies (id),
  last_debit_at timestamptz
);
