-- Two guards look at what a statement has added together with what belongs to it. They joined the whole table to it, and where the
-- statistics were a minute old the planner went through all of its index: an order cost what was stored. Each row that was added is
-- now looked up by itself, in whatever way the planner sees the tables.

CREATE OR REPLACE FUNCTION refuse_lost_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT a.payment_id AS id, divided.shares, divided.fees INTO broken
  FROM (SELECT DISTINCT payment_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT sum(s.share_cents) AS shares, sum(s.fee_cents) AS fees FROM payment_shares s WHERE s.payment_id = a.payment_id
  ) AS divided
  WHERE (divided.shares, divided.fees) <> (SELECT p.amount_cents, p.fee_cents FROM payments p WHERE p.id = a.payment_id)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'payment %: shares of % and fees of % do not divide it', broken.id, broken.shares, broken.fees
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_unbalanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT a.journal_id, summed.total INTO broken
  FROM (SELECT DISTINCT journal_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT sum(e.amount_cents) AS total FROM ledger_entries e WHERE e.journal_id = a.journal_id
  ) AS summed
  WHERE summed.total <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % sums to %', broken.journal_id, broken.total USING ERRCODE = 'check_violation';
  END IF;
  -- A journal is closed with its transaction; what comes later is a journal of its own.
  SELECT a.journal_id AS id INTO broken FROM (SELECT DISTINCT journal_id FROM added) AS a
  WHERE (SELECT j.xmin <> pg_current_xact_id()::xid FROM ledger_journals j WHERE j.id = a.journal_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % is closed', broken.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
