-- Money out: where it may go, who asked for it, what the bank made of it.

-- What the operator agreed with a company. A company without a row has no fee, no limits and the rail of its mode.
CREATE TABLE payout_terms (
  company_id bigint PRIMARY KEY,
  merchant_id bigint NOT NULL,
  acquirer text,
  fee_cents bigint NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  minimum_cents bigint NOT NULL DEFAULT 1 CHECK (minimum_cents > 0),
  most_cents bigint CHECK (most_cents > 0),
  day_cents bigint CHECK (day_cents > 0),
  -- Whether money may go to another document than the company's own.
  to_others boolean NOT NULL DEFAULT false,
  needs_approval boolean NOT NULL DEFAULT false,
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);

-- Stays, also when it was removed: payouts went there.
CREATE TABLE payout_destinations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pix_key', 'bank_account')),
  key_type text CHECK (key_type IN ('cpf', 'cnpj', 'email', 'phone', 'random')),
  -- As people see it: nobody can pay by it.
  masked jsonb NOT NULL,
  -- The whole of it, encrypted.
  sealed text NOT NULL,
  -- The same destination has the same one, and nobody can compute it without the key.
  fingerprint bytea NOT NULL,
  -- Whether it names the company's own document; null where it names none, as an e-mail does.
  is_own boolean,
  -- The payment for whose refund alone it was made.
  refund_of bigint,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  usable_at timestamptz NOT NULL,
  blocked_at timestamptz,
  block_reason text,
  removed_at timestamptz,
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id),
  CHECK ((kind = 'pix_key') = (key_type IS NOT NULL)),
  CHECK ((blocked_at IS NULL) = (block_reason IS NULL))
);
-- A blocked one is entered anew.
CREATE UNIQUE INDEX payout_destinations_once ON payout_destinations (company_id, fingerprint)
  WHERE removed_at IS NULL AND blocked_at IS NULL AND refund_of IS NULL;
CREATE INDEX payout_destinations_by_company ON payout_destinations (company_id, id) WHERE removed_at IS NULL AND refund_of IS NULL;
CREATE INDEX payout_destinations_by_refund ON payout_destinations (refund_of) WHERE refund_of IS NOT NULL;

-- Stays, as payments do: the books follow from it.
CREATE TABLE payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  destination_id bigint NOT NULL REFERENCES payout_destinations,
  origin text NOT NULL CHECK (origin IN ('request', 'schedule')),
  acquirer text NOT NULL,
  -- Ours, kept until the last word of the bank.
  reference text NOT NULL UNIQUE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
  returned_cents bigint NOT NULL DEFAULT 0,
  description text,
  status text NOT NULL CHECK (status IN ('AWAITING_APPROVAL', 'REQUESTED', 'SENT', 'PAID', 'FAILED', 'CANCELLED', 'RETURNED')),
  requested_at timestamptz NOT NULL,
  requested_by text NOT NULL,
  -- The person behind it, of a key whoever made it; null for a schedule.
  requested_by_user bigint,
  approved_at timestamptz,
  approved_by text,
  sent_at timestamptz,
  settled_at timestamptz,
  end_to_end_id text,
  failure_reason text,
  return_reason text,
  -- The way to the bank, as of a refund.
  sends integer NOT NULL DEFAULT 0,
  seen_at timestamptz,
  refused_at timestamptz,
  misses integer NOT NULL DEFAULT 0,
  next_check_at timestamptz,
  checks_done integer NOT NULL DEFAULT 0,
  check_leased_until timestamptz,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id),
  CONSTRAINT payouts_returned_within_amount CHECK (returned_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT payouts_returned_when_all_is CHECK ((status = 'RETURNED') = (returned_cents = amount_cents)),
  CONSTRAINT payouts_settled_at_their_end CHECK ((status IN ('PAID', 'FAILED', 'CANCELLED', 'RETURNED')) = (settled_at IS NOT NULL)),
  CONSTRAINT payouts_sent_before_the_bank_is_called CHECK (sends = 0 OR sent_at IS NOT NULL)
);
CREATE INDEX payouts_by_merchant ON payouts (merchant_id, id);
CREATE INDEX payouts_by_company ON payouts (company_id, id);
-- What a day's limit counts.
CREATE INDEX payouts_by_company_and_time ON payouts (company_id, requested_at) INCLUDE (amount_cents, status);
CREATE INDEX payouts_due ON payouts (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payouts_awaiting_approval ON payouts (merchant_id, id) WHERE status = 'AWAITING_APPROVAL';
CREATE INDEX payouts_by_destination ON payouts (destination_id);
CREATE INDEX payouts_by_writer ON payouts USING brin ((written_by::text::bigint)) WITH (autosummarize = on);

-- Who did what and when; stays with its payout.
CREATE TABLE payout_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payout_id bigint NOT NULL REFERENCES payouts,
  step text NOT NULL CHECK (step IN ('REQUESTED', 'APPROVED', 'REFUSED', 'SENT', 'PAID', 'FAILED', 'CANCELLED', 'RETURNED')),
  at timestamptz NOT NULL,
  by text NOT NULL,
  reason text
);
CREATE INDEX payout_steps_by_payout ON payout_steps (payout_id, id);

-- What came back of a payout; each is booked once, and stays.
CREATE TABLE payout_returns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payout_id bigint NOT NULL REFERENCES payouts,
  -- The bank's name of it.
  return_id text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text,
  returned_at timestamptz,
  booked_at timestamptz NOT NULL,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  UNIQUE (payout_id, return_id)
);
CREATE INDEX payout_returns_by_writer ON payout_returns USING brin ((written_by::text::bigint)) WITH (autosummarize = on);

-- Disagreements about money that went out, for the operator.
CREATE TABLE payout_findings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint,
  company_id bigint,
  payout_id bigint REFERENCES payouts,
  acquirer text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('HOLDER_DIFFERS', 'AMOUNT_DIFFERS', 'UNKNOWN_AT_BANK', 'MISSING_AT_BANK')),
  -- What it is called at the bank.
  reference text NOT NULL,
  our_cents bigint NOT NULL,
  bank_cents bigint NOT NULL,
  detected_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolution text,
  UNIQUE (acquirer, kind, reference)
);
CREATE INDEX payout_findings_open ON payout_findings (detected_at) WHERE resolved_at IS NULL;

CREATE TABLE payout_schedules (
  company_id bigint PRIMARY KEY,
  merchant_id bigint NOT NULL,
  rhythm text NOT NULL CHECK (rhythm IN ('daily', 'weekly', 'monthly')),
  -- Of the week, 1 is Monday, or of the month; null for every day.
  day integer CHECK (day BETWEEN 1 AND 31),
  destination_id bigint NOT NULL REFERENCES payout_destinations,
  minimum_cents bigint NOT NULL DEFAULT 1 CHECK (minimum_cents > 0),
  keep_cents bigint NOT NULL DEFAULT 0 CHECK (keep_cents >= 0),
  next_on date NOT NULL,
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id),
  CHECK ((rhythm = 'daily') = (day IS NULL))
);
CREATE INDEX payout_schedules_due ON payout_schedules (next_on);

-- One for each company and day: what a schedule did, or why it could not. Old ones are forgotten.
CREATE TABLE payout_schedule_runs (
  company_id bigint NOT NULL REFERENCES companies,
  day date NOT NULL,
  ran_at timestamptz NOT NULL,
  payout_id bigint REFERENCES payouts,
  -- Why nothing went out, in the words of the catalogue of errors.
  reason text,
  PRIMARY KEY (company_id, day),
  CHECK ((payout_id IS NULL) = (reason IS NOT NULL))
);
CREATE INDEX payout_schedule_runs_by_day ON payout_schedule_runs (day);

-- After a restore nothing goes out until the operator has compared: one row for each epoch that was cleared.
CREATE TABLE payout_clearances (
  epoch integer PRIMARY KEY,
  cleared_at timestamptz NOT NULL,
  reason text NOT NULL
);

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_tag_check,
  ADD CONSTRAINT ledger_entries_tag_check CHECK (tag IN (
    'share', 'retention', 'fee', 'late_charges', 'discount', 'refund', 'fee_returned', 'cover', 'adjustment', 'bank_fee',
    'payout', 'payout_fee', 'payout_return')) NOT VALID;
ALTER TABLE ledger_journals
  DROP CONSTRAINT ledger_journals_cause_kind_check,
  ADD CONSTRAINT ledger_journals_cause_kind_check CHECK (cause_kind IN (
    'approval', 'refund', 'refund_refused', 'refund_confirmed', 'adjustment', 'receipt', 'bank_fee',
    'payout', 'payout_undone', 'payout_return')) NOT VALID;
