-- A company has one acquirer for each type of payment. Null: the one that the mode has for everybody, the sandbox in sandbox mode; in
-- live there is none, and the type is not enabled.
ALTER TABLE company_payment_plans ADD COLUMN acquirer text;

-- The daily comparison is made with each acquirer on its own. The tables before knew one report per day, and processes of the release
-- before insert into them ON CONFLICT (day), so their key must stay as it is while those serve. New tables take over what is in them;
-- a day that an old process compares meanwhile is compared here too, because the last seven days are compared again each day.
-- One row for each acquirer and day; nobody deletes them, a year of them is a few hundred for each acquirer.
CREATE TABLE daily_comparisons (
  acquirer text NOT NULL,
  day date NOT NULL,
  our_count bigint NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunded_cents bigint NOT NULL,
  acquirer_count bigint NOT NULL,
  acquirer_paid_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  -- Disagreements about payments of this acquirer that were known by then and not resolved: what a difference is usually made of.
  open_divergences bigint NOT NULL,
  made_at timestamptz NOT NULL,
  -- The last day in São Paulo on which it was compared; null in reports from before that was kept.
  compared_on date,
  PRIMARY KEY (acquirer, day)
);
CREATE INDEX daily_comparisons_by_day ON daily_comparisons (day);

-- What a report said before its figures moved. At most one row per report and repeat; nobody deletes them either.
CREATE TABLE daily_comparison_changes (
  acquirer text NOT NULL,
  day date NOT NULL,
  our_count bigint NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunded_cents bigint NOT NULL,
  acquirer_count bigint NOT NULL,
  acquirer_paid_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  open_divergences bigint NOT NULL,
  made_at timestamptz NOT NULL,
  -- When the figures were seen to be others.
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (acquirer, day, replaced_at),
  FOREIGN KEY (acquirer, day) REFERENCES daily_comparisons (acquirer, day)
);

INSERT INTO daily_comparisons (acquirer, day, our_count, our_paid_cents, our_refunded_cents, acquirer_count, acquirer_paid_cents,
  acquirer_refunded_cents, open_divergences, made_at, compared_on)
SELECT 'sandbox', day, our_count, our_paid_cents, our_refunded_cents, acquirer_count, acquirer_paid_cents, acquirer_refunded_cents,
  open_divergences, made_at, compared_on
FROM reconciliation_reports;

INSERT INTO daily_comparison_changes (acquirer, day, our_count, our_paid_cents, our_refunded_cents, acquirer_count, acquirer_paid_cents,
  acquirer_refunded_cents, open_divergences, made_at, replaced_at)
SELECT 'sandbox', day, our_count, our_paid_cents, our_refunded_cents, acquirer_count, acquirer_paid_cents, acquirer_refunded_cents,
  open_divergences, made_at, replaced_at
FROM reconciliation_changes;
