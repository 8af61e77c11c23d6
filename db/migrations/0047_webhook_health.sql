-- How an endpoint is doing, and how what it missed is sent again.

ALTER TABLE webhook_endpoints
  -- Real time, give or take ten seconds: a row for each attempt would be locked more often than it is read.
  ADD COLUMN last_attempt_at timestamptz,
  -- Since when it is off, in real time, and why; they hold while it is off. Null also when a process of the release before did it.
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('FAILING', 'GONE', 'BY_HAND'));

-- Everything in a stretch of the feed that an endpoint wants and has not got is sent again, chunk by chunk. A job deletes what is over
-- after a day; what is left of a removed endpoint goes with it.
CREATE TABLE webhook_recoveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  -- Real time; events before it are left alone.
  since timestamptz NOT NULL,
  -- The feed was read up to here, and is to be read up to there.
  at_written_by xid8 NOT NULL,
  at_position bigint NOT NULL,
  to_written_by xid8 NOT NULL,
  to_position bigint NOT NULL,
  scheduled integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  finished_at timestamptz
);
-- One at a time for each endpoint.
CREATE UNIQUE INDEX webhook_recoveries_running ON webhook_recoveries (endpoint_id) WHERE finished_at IS NULL;
CREATE INDEX webhook_recoveries_finished ON webhook_recoveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_recoveries_of_endpoint ON webhook_recoveries (endpoint_id);
