-- When the safety net looks at a payment again: three columns that change many times in the life of a payment, in rows that carry the
-- whole order and a dozen indexes. They get a small table of their own. A payment has a row here exactly as long as somebody will look
-- at it again; whoever ends the looks, by an approval or by the last late look, deletes the row (src/payments/checks.sql.ts).
-- No foreign key: the row is written in the statement that stores its payment, and payments are never deleted. The audit holds the two
-- against each other.
CREATE TABLE payment_checks (
  payment_id bigint PRIMARY KEY,
  -- Business time.
  next_check_at timestamptz NOT NULL,
  -- How often it was looked at since its last change of status.
  checks_done integer NOT NULL DEFAULT 0,
  -- Until when one worker has it, in real time.
  check_leased_until timestamptz
) WITH (fillfactor = 70);
CREATE INDEX payment_checks_due ON payment_checks (next_check_at);

-- Processes of the release before write payments.next_check_at, and read nothing else. What they schedule is scheduled here too. What they
-- end is left: one more look finds that it is over. New processes never name that column, so they pay nothing for the trigger.
-- The release after this one drops this trigger and its function, and of payments next_check_at, checks_done, check_leased_until and
-- the index payments_due_for_check.
CREATE FUNCTION schedule_check_of_old_process() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_checks (payment_id, next_check_at, checks_done)
  VALUES (NEW.id, NEW.next_check_at, NEW.checks_done)
  ON CONFLICT (payment_id) DO UPDATE SET
    -- A new status has a timetable of its own. Otherwise both kinds of processes look, and the sooner and the fewer looks count: it may
    -- be asked once too often, never too seldom.
    next_check_at = CASE WHEN OLD.status IS DISTINCT FROM NEW.status THEN EXCLUDED.next_check_at
      ELSE least(payment_checks.next_check_at, EXCLUDED.next_check_at) END,
    checks_done = CASE WHEN OLD.status IS DISTINCT FROM NEW.status THEN EXCLUDED.checks_done
      ELSE least(payment_checks.checks_done, EXCLUDED.checks_done) END,
    check_leased_until = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_schedule_check AFTER INSERT OR UPDATE OF next_check_at ON payments
  FOR EACH ROW WHEN (NEW.next_check_at IS NOT NULL) EXECUTE FUNCTION schedule_check_of_old_process();
