ALTER TABLE refunds
  -- The epoch in which it was asked for: one that goes out by a rail of payouts and came out of a backup may have been sent since.
  ADD COLUMN epoch integer NOT NULL DEFAULT 0,
  -- A repeat was told that nobody has such a key: it is not sent again, and its bank is only asked.
  ADD COLUMN is_destination_dead boolean NOT NULL DEFAULT false;

-- More came back than was sent.
ALTER TABLE payout_findings
  DROP CONSTRAINT payout_findings_kind_check,
  ADD CONSTRAINT payout_findings_kind_check CHECK (
    kind IN ('HOLDER_DIFFERS', 'AMOUNT_DIFFERS', 'UNKNOWN_AT_BANK', 'MISSING_AT_BANK', 'PAID_AFTER_ALL', 'RETURN_EXCEEDS'));
