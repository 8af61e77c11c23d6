-- The epoch in which a payout was asked for, or in which the bank was last asked whether it had it before a restore. What
-- was put back as never sent may have been sent since the backup: until its bank was asked, nobody sends or cancels it.
ALTER TABLE payouts ADD COLUMN epoch integer NOT NULL DEFAULT 0;

-- What left on a day by our books and by the bank's list; one for each day and acquirer that lists.
CREATE TABLE payout_comparisons (
  acquirer text NOT NULL,
  day date NOT NULL,
  compared_on date NOT NULL,
  our_count bigint NOT NULL,
  our_cents bigint NOT NULL,
  bank_count bigint NOT NULL,
  bank_cents bigint NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (acquirer, day)
);
CREATE INDEX payouts_by_settlement ON payouts (acquirer, settled_at, id) WHERE status IN ('PAID', 'RETURNED');
