-- The way of a refund to its bank. Reads of a bank may lag its writes: only what is remembered here tells a refund that
-- never was from one that the bank does not show yet.
ALTER TABLE refunds
  ADD COLUMN sends integer NOT NULL DEFAULT 1,
  ADD COLUMN seen_at timestamptz,
  ADD COLUMN refused_at timestamptz,
  ADD COLUMN misses integer NOT NULL DEFAULT 0;
