-- A schedule is worked on by one process at a time.
ALTER TABLE payout_schedules ADD COLUMN leased_until timestamptz;
-- Since when the run was due: earlier than its day where nobody worked meanwhile, or payouts stood still.
ALTER TABLE payout_schedule_runs ADD COLUMN due_on date NOT NULL;
