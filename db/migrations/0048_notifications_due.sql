-- The same as acquirer_notifications_open, with a condition that is always true and that only whoever claims repeats.
-- PostgreSQL took the old index for every search among open rows, also for one by reference, where it had last seen few
-- of them open: it read all that waited, once for each row.
CREATE INDEX CONCURRENTLY acquirer_notifications_due ON acquirer_notifications (next_attempt_at)
  WHERE worked_at IS NULL AND id > 0;
