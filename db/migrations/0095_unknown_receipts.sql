-- Payments that a bank has received under references that no payment of ours has: made by another system that shares the account, or after
-- the moment that a restore brought back. The job forget-old-reports deletes those that were closed or given back, with the reports of their day.
CREATE TABLE unknown_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  -- The day in São Paulo on which it was received.
  day date NOT NULL,
  end_to_end_id text NOT NULL,
  reference text NOT NULL,
  amount_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  paid_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  reason text,
  UNIQUE (acquirer, end_to_end_id),
  CONSTRAINT unknown_receipts_closed_with_reason CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (reason IS NULL))
);
CREATE INDEX unknown_receipts_by_day ON unknown_receipts (day, acquirer);

-- How many there were on the day, and their sum; what the release before writes has none.
ALTER TABLE daily_comparisons ADD COLUMN unknown_count bigint NOT NULL DEFAULT 0;
ALTER TABLE daily_comparisons ADD COLUMN unknown_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE daily_comparison_changes ADD COLUMN unknown_count bigint NOT NULL DEFAULT 0;
ALTER TABLE daily_comparison_changes ADD COLUMN unknown_cents bigint NOT NULL DEFAULT 0;
