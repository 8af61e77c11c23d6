-- What operators see of the books as a whole: what each day moved on each account, what the platform earned of whom,
-- audits that somebody asked for, and when a backup was made.

-- What each day moved, by the day in São Paulo on which a journal was posted. Nothing is written beside an entry: the job fold-ledger-days
-- adds up the entries of transactions that have ended, as checkpoints do. An entry belongs to these sums exactly when the transaction that
-- wrote it is below covered_below of the round; whoever reads adds what was written since. Months are kept beside days, so that
-- what was before a day is the sum of few rows. Nobody deletes them but the job, where they came from another cluster, whose transactions
-- were numbered otherwise.
CREATE TABLE ledger_days (
  span text NOT NULL CHECK (span IN ('day', 'month')),
  starts_on date NOT NULL,
  account text NOT NULL CHECK (account IN ('company_main', 'company_retained', 'acquirer_clearing', 'platform_fee', 'platform_expense')),
  -- Of the clearing account, whose it is; of the others none.
  acquirer text NOT NULL,
  -- What its entries are for.
  tag text NOT NULL,
  debit_cents bigint NOT NULL CHECK (debit_cents >= 0),
  credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
  PRIMARY KEY (span, starts_on, account, acquirer, tag),
  CONSTRAINT ledger_days_of_an_acquirer CHECK ((acquirer <> '') = (account = 'acquirer_clearing'))
);

-- What the platform earned, by who paid it; company 0: nobody's, as what an operator books to the platform.
CREATE TABLE fee_days (
  span text NOT NULL CHECK (span IN ('day', 'month')),
  starts_on date NOT NULL,
  company_id bigint NOT NULL,
  payment_fee_cents bigint NOT NULL,
  returned_cents bigint NOT NULL,
  payout_fee_cents bigint NOT NULL,
  other_cents bigint NOT NULL,
  PRIMARY KEY (span, starts_on, company_id)
);

-- Up to which transaction they say it: one row, made by the first look.
CREATE TABLE ledger_day_round (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  covered_below xid8 NOT NULL,
  -- Real time.
  made_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_early_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.covered_below > pg_snapshot_xmin(pg_current_snapshot()) THEN
    RAISE EXCEPTION 'days of the ledger: transactions below % still run', NEW.covered_below USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_day_round_covers_what_ended BEFORE INSERT OR UPDATE ON ledger_day_round FOR EACH ROW
  EXECUTE FUNCTION refuse_early_ledger_days();

-- An audit that somebody asked for. A worker takes it, says how far it is, and what it found. The job that writes it deletes what is
-- older than a year.
CREATE TABLE asked_audits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  asked_by text NOT NULL,
  started_at timestamptz,
  -- Until then nobody else takes it; who is at it says so again and again.
  leased_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  -- Which check is under way, from 1; null before the first.
  check_number integer,
  check_name text,
  ended_at timestamptz,
  -- As of a night: how many checks held, the first that did not, and some of what it found. Null where it was given up.
  checks_held integer,
  broken_check text,
  findings integer,
  broken_rows jsonb,
  CONSTRAINT asked_audits_end_with_all_or_nothing CHECK (
    num_nonnulls(checks_held, findings) IN (0, 2) AND (checks_held IS NULL OR ended_at IS NOT NULL)
    AND (coalesce(findings, 0) > 0) = (broken_check IS NOT NULL) AND (broken_check IS NULL) = (broken_rows IS NULL))
);
-- One at a time over all processes; and the last that ran through.
CREATE UNIQUE INDEX asked_audits_one_open ON asked_audits ((ended_at IS NULL)) WHERE ended_at IS NULL;
CREATE INDEX asked_audits_finished ON asked_audits (ended_at) WHERE checks_held IS NOT NULL;

-- When the database was backed up, as vintem backup and vintem backed-up say. A new row deletes those that are older than a year.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Real time: when the copy began, so that everything before it is in it.
  made_at timestamptz NOT NULL,
  noted_at timestamptz NOT NULL,
  -- Made by vintem backup, or by something else that an operator's script told of.
  made_by text NOT NULL CHECK (made_by IN ('vintem', 'elsewhere')),
  -- Whether it was restored once, and the books held.
  is_proved boolean NOT NULL,
  bytes bigint,
  CONSTRAINT backups_made_before_they_are_noted CHECK (made_at <= noted_at)
);
CREATE INDEX backups_by_time ON backups (made_at);
