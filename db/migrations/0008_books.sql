-- The books: a double-entry ledger that only grows, what it adds up to, and what each day brought.

-- One journal per cause: a payment is approved once, a refund taken once and given back at most once.
CREATE TABLE ledger_journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cause_kind text NOT NULL CHECK (cause_kind IN ('approval', 'refund', 'refund_refused', 'refund_confirmed', 'adjustment', 'receipt')),
  cause_id bigint NOT NULL,
  -- What it is about: a kind and an id, so that work of a new kind needs no new column (src/ground/subjects/).
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  -- Whose clearing account its entries move: a cause is about one acquirer, so that what each of them owes is a sum of its own.
  acquirer text NOT NULL,
  posted_at timestamptz NOT NULL,
  -- What the figures of a journal follow from, where no other row keeps it: the terms of settlement that an approval froze, and the
  -- balances that decided who was covered in a refund. With it the audit recomputes value dates and covers. Null where
  -- they follow from other rows; nothing deletes it, as nothing deletes a journal.
  basis jsonb,
  UNIQUE (cause_kind, cause_id)
);
CREATE INDEX ledger_journals_by_subject ON ledger_journals (subject_id, subject_kind);

CREATE TRIGGER ledger_journals_append_only BEFORE DELETE OR UPDATE ON ledger_journals FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER ledger_journals_keep BEFORE TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- What a journal moves: from here on the sum over its entries is zero, and nothing changes.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id bigint NOT NULL REFERENCES ledger_journals,
  account text NOT NULL CHECK (account IN ('company_main', 'company_retained', 'acquirer_clearing', 'platform_fee')),
  company_id bigint REFERENCES companies,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- The value date: money counts as available from here on, with no job to make it so.
  available_at timestamptz NOT NULL,
  tag text NOT NULL CHECK (tag IN ('share', 'retention', 'fee', 'refund', 'fee_returned', 'cover', 'adjustment')),
  position integer,
  -- For cut-offs: an id says nothing about the order of commits, this does.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CHECK ((company_id IS NOT NULL) = (account IN ('company_main', 'company_retained')))
);
CREATE INDEX ledger_entries_by_any_writer ON ledger_entries USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX ledger_entries_by_company ON ledger_entries (company_id, available_at, id) INCLUDE (amount_cents, account)
  WHERE company_id IS NOT NULL;
CREATE INDEX ledger_entries_by_journal ON ledger_entries (journal_id);
-- What a company's checkpoint does not cover yet, and which companies have entries at all.
CREATE INDEX ledger_entries_by_writer ON ledger_entries (company_id, written_by) WHERE company_id IS NOT NULL;

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

-- A journal is written in one statement, and after every statement each journal it touched sums to zero.
CREATE FUNCTION refuse_unbalanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT a.journal_id, summed.total INTO broken
  FROM (SELECT DISTINCT journal_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT sum(e.amount_cents) AS total FROM ledger_entries e WHERE e.journal_id = a.journal_id
  ) AS summed
  WHERE summed.total <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % sums to %', broken.journal_id, broken.total USING ERRCODE = 'check_violation';
  END IF;
  -- A journal is closed with its transaction; what comes later is a journal of its own.
  SELECT a.journal_id AS id INTO broken FROM (SELECT DISTINCT journal_id FROM added) AS a
  WHERE (SELECT j.xmin <> pg_current_xact_id()::xid FROM ledger_journals j WHERE j.id = a.journal_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % is closed', broken.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_unbalanced_journal();
CREATE TRIGGER ledger_entries_keep BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- No status of money without its journal: looked at when the transaction commits.
CREATE FUNCTION refuse_approval_without_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_journals WHERE cause_kind = 'approval' AND cause_id = NEW.id) THEN
    RAISE EXCEPTION 'payment %: status % without an approval journal', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_approved_in_the_books AFTER UPDATE OF status ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 1 AND NEW.status IN (2, 4)) EXECUTE FUNCTION refuse_approval_without_journal();

-- Whoever lowers a company's balance holds its row here. Not the companies table: its foreign keys would make credits wait.
CREATE TABLE debit_locks (
  company_id bigint PRIMARY KEY REFERENCES companies,
  last_debit_at timestamptz
);

-- Checkpoints of the books: what a company's entries add up to, so that a balance reads what was written since and not since the
-- beginning. An entry belongs to a checkpoint exactly when the transaction that wrote it is below covered_below: every transaction
-- down there had ended when the checkpoint was made, so that no entry can appear among them later. The job make-checkpoints writes
-- these tables. It deletes a checkpoint only where it came from another cluster, whose transactions were numbered otherwise.
CREATE TABLE ledger_checkpoints (
  company_id bigint PRIMARY KEY REFERENCES companies,
  covered_below xid8 NOT NULL,
  -- Real time.
  made_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_early_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.covered_below > pg_snapshot_xmin(pg_current_snapshot()) THEN
    RAISE EXCEPTION 'checkpoint of company %: transactions below % still run', NEW.company_id, NEW.covered_below
      USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.covered_below < OLD.covered_below THEN
    RAISE EXCEPTION 'checkpoint of company %: what it covers never shrinks', NEW.company_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_checkpoints_cover_what_ended BEFORE INSERT OR UPDATE ON ledger_checkpoints FOR EACH ROW
  EXECUTE FUNCTION refuse_early_checkpoint();

-- The covered entries of an account by value date: of each day, and of each block of 32 days, so that the sum of many years is
-- the sum of few rows. Days begin at 03:00 UTC, which is midnight in São Paulo; without an entry they have no row. So there are at most
-- as many as there are value days, and nobody deletes them but with their checkpoint.
CREATE TABLE ledger_checkpoint_sums (
  company_id bigint NOT NULL REFERENCES ledger_checkpoints ON DELETE CASCADE,
  days smallint NOT NULL CHECK (days IN (1, 32)),
  starts_at timestamptz NOT NULL,
  account text NOT NULL CHECK (account IN ('company_main', 'company_retained')),
  amount_cents bigint NOT NULL,
  entry_count bigint NOT NULL CHECK (entry_count > 0),
  -- The earliest and the latest value date among them. Where both are the same, the sum stands for its entries at any later instant.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, days, starts_at, account),
  CHECK (last_at >= first_at)
);

-- Up to which company the job has come in its round: one row, made by the first look.
CREATE TABLE ledger_checkpoint_round (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  last_company_id bigint NOT NULL
);

-- What each day brought, for reports: by the day on which payments were made (created) and by the day on which they were paid (paid), both
-- in São Paulo. Counted where rows are written, as payment_counts are: deltas are only ever inserted, the job fold-counts folds them into
-- the days and deletes them, and a report is days plus deltas, read in one statement. A payment that changes later changes its own days.
--
-- One row for each company, type of payment and day on which there was anything; nobody deletes them.
CREATE TABLE payment_days (
  merchant_id bigint NOT NULL,
  basis text NOT NULL CHECK (basis IN ('created', 'paid')),
  day date NOT NULL,
  company_id bigint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  amount_cents bigint NOT NULL,
  approved_count bigint NOT NULL,
  approved_cents bigint NOT NULL,
  failed_count bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (merchant_id, basis, day, company_id, payment_type)
);

CREATE TABLE payment_day_deltas (
  merchant_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  basis text NOT NULL,
  day date NOT NULL,
  company_id bigint NOT NULL,
  payment_type text NOT NULL,
  count bigint NOT NULL,
  amount_cents bigint NOT NULL,
  approved_count bigint NOT NULL,
  approved_cents bigint NOT NULL,
  failed_count bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

-- A batch of orders writes few deltas: one for each company and type in it.
CREATE FUNCTION count_new_payments_by_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
    count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
  SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date, company_id, payment_type,
    count(*), sum(amount_cents), count(*) FILTER (WHERE status IN (2, 4)),
    coalesce(sum(amount_cents) FILTER (WHERE status IN (2, 4)), 0), count(*) FILTER (WHERE status = 3), sum(refunded_cents)
  FROM added CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
  WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted_by_day AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_new_payments_by_day();
