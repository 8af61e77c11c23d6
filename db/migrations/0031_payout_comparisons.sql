-- The epoch in which a payout was asked for, or in which the bank was last asked whether it had it before a restore. What
-- was put back as never sent may have been sent since the backup: until its bank was asked, nobody sends or cancels it.
ALTER TABLE payouts ADD COLUMN epoch integer NOT NULL DEFAULT 0;
