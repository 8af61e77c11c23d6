-- The last days are compared again each day. A report is the latest comparison of its day; where the figures have moved, what they
-- were stays beside it. At most one row per day and repeat; nobody deletes them, a year of them is a few thousand.
ALTER TABLE reconciliation_reports
  -- The last day in São Paulo on which it was compared; null in reports from before, which were compared once.
  ADD COLUMN compared_on date;

CREATE TABLE reconciliation_changes (
  day date NOT NULL REFERENCES reconciliation_reports (day),
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
  PRIMARY KEY (day, replaced_at)
);
