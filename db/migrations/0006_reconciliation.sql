-- Once a day, our totals beside the acquirer's, for the payments that were paid on that day in São Paulo.
CREATE TABLE reconciliation_reports (
  day date PRIMARY KEY,
  our_count bigint NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunded_cents bigint NOT NULL,
  acquirer_count bigint NOT NULL,
  acquirer_paid_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  -- Disagreements known by then and not resolved: what a difference is usually made of.
  open_divergences bigint NOT NULL,
  made_at timestamptz NOT NULL
);

-- Payments are paid soon after they are made, so a block-range index finds a day and costs the hot path next to nothing.
CREATE INDEX payments_by_paid_at ON payments USING brin (paid_at);
