-- Endpoints that are switched off or removed, however much waits for them; resends that are limited; a log that does not grow for ever.

-- Real time. What was written for the endpoint before then is given up or removed in chunks by a job, and until that is done nothing
-- is sent to it.
ALTER TABLE webhook_endpoints ADD COLUMN gives_up_before timestamptz;
UPDATE webhook_endpoints SET gives_up_before = deleted_at WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_endpoints_giving_up ON webhook_endpoints (id) WHERE gives_up_before IS NOT NULL;

-- How often the latest event of a payment was sent again by hand in the minute that began then (real time). A job deletes
-- minutes that are over.
CREATE TABLE webhook_resends (
  payment_id bigint PRIMARY KEY REFERENCES payments (id),
  minute_began_at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0)
);
CREATE INDEX webhook_resends_by_minute ON webhook_resends (minute_began_at);
