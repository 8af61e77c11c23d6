-- Checkpoints of the books: what a company's entries add up to, so that a balance reads what was written since and not since the
-- beginning. An entry belongs to a checkpoint exactly when the transaction that wrote it is below covered_below: every transaction
-- down there had ended when the checkpoint was made, so that no entry can appear among them later. The job make-checkpoints writes
-- these tables. It deletes a checkpoint only where it came from another cluster, whose transactions were numbered otherwise.
CREATE TABLE ledger_checkpoints (
  company_id bigint PRIMARY KEY REFERENCES companies (id),
  covered_below xid8 NOT NULL,
  -- Real time.
  made_at timestamptz NOT NULL
);

-- The covered entries of an account by value date: of each day, and of each block of 32 days, so that the sum of many years is
-- the sum of few rows. Days begin at 03:00 UTC, which is midnight in São Paulo; without an entry they have no row. So there are at most
-- as many as there are value days, and nobody deletes them but with their checkpoint.
CREATE TABLE ledger_checkpoint_sums (
  company_id bigint NOT NULL REFERENCES ledger_checkpoints (company_id) ON DELETE CASCADE,
  days smallint NOT NULL CHECK (days IN (1, 32)),
  starts_at timestamptz NOT NULL,
  account text NOT NULL CHECK (account IN ('company_main', 'company_retained')),
  amount_cents bigint NOT NULL,
  entry_count bigint NOT NULL CHECK (entry_count > 0),
  -- The earliest and the latest value date among them. Where both are the same, the sum stands for its entries at any later instant.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL CHECK (last_at >= first_at),
  PRIMARY KEY (company_id, days, starts_at, account)
);

-- Up to which company the job has come in its round: one row, made by the first look.
CREATE TABLE ledger_checkpoint_round (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_company_id bigint NOT NULL
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
CREATE TRIGGER ledger_checkpoints_cover_what_ended BEFORE INSERT OR UPDATE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_early_checkpoint();
