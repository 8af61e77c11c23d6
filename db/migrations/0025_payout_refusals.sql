-- Why the bank turned the first send away: the end may come later, by questions that find nothing.
ALTER TABLE payouts ADD COLUMN refusal_reason text;

-- Money that was given back to the company and left all the same.
ALTER TABLE payout_findings
  DROP CONSTRAINT payout_findings_kind_check,
  ADD CONSTRAINT payout_findings_kind_check CHECK (
    kind IN ('HOLDER_DIFFERS', 'AMOUNT_DIFFERS', 'UNKNOWN_AT_BANK', 'MISSING_AT_BANK', 'PAID_AFTER_ALL'));
