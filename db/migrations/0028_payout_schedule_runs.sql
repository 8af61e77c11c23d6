-- A schedule is worked on by one process at a time.
ALTER TABLE payout_schedules ADD COLUMN leased_until timestamptz;
-- Since when the run was due: earlier than its day where nobody worked meanwhile, or payouts stood still.
ALTER TABLE payout_schedule_runs ADD COLUMN due_on date NOT NULL;
-- What operators look at; a PAID one is looked at for returns, and is not among them.
CREATE INDEX payouts_open ON payouts (id) WHERE status IN ('AWAITING_APPROVAL', 'REQUESTED', 'SENT');
