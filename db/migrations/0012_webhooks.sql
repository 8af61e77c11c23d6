-- Deliveries of events to the endpoints of merchants.

CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- Null: all companies of the merchant.
  company_id bigint,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  -- Encrypted with a key from the configuration: whoever reads the database cannot sign.
  secret_sealed text NOT NULL,
  -- The first failure since the last success, in real time.
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Removed endpoints stay for the sake of deliveries on their way; nobody can read them.
  deleted_at timestamptz,
  -- A secret that was rotated away goes on signing until its own time is over, also when the next rotation comes before that.
  previous_secrets_sealed text[] NOT NULL DEFAULT '{}',
  previous_secrets_until timestamptz[] NOT NULL DEFAULT '{}',
  -- Real time. What was written for the endpoint before then is given up or removed in chunks by a job, and until that is done nothing
  -- is sent to it.
  gives_up_before timestamptz,
  -- Real time, give or take ten seconds: a row for each attempt would be locked more often than it is read.
  last_attempt_at timestamptz,
  -- Since when it is off, in real time, and why; they hold while it is off.
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('FAILING', 'GONE', 'BY_HAND')),
  CHECK (cardinality(previous_secrets_sealed) = cardinality(previous_secrets_until)),
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);
CREATE INDEX webhook_endpoints_giving_up ON webhook_endpoints (id) WHERE gives_up_before IS NOT NULL;
-- The endpoints that are failing or off are few among all that there are.
CREATE INDEX webhook_endpoints_in_trouble ON webhook_endpoints (id) WHERE failing_since IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX webhook_endpoints_of_merchant ON webhook_endpoints (merchant_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE webhook_deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- No foreign key: its check would read all deliveries for each event that is forgotten. An event and its deliveries are written by one
  -- statement, a resend holds its event, and what forgets events leaves those that have deliveries.
  event_id text NOT NULL,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- Sent again by hand: a delivery of its own, beside the scheduled one.
  is_resend boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  -- Real time. A claim pushes it out by a lease, so that a worker that dies gives the delivery back.
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Real time. A worker that took the delivery has it until then. Beside next_attempt_at, and in no index: a claim leaves the
  -- indexes alone, and the page keeps room for it.
  leased_until timestamptz,
  PRIMARY KEY (endpoint_id, id),
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'PENDING';
-- The failed deliveries of an endpoint, among very many that arrived.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'FAILED';
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_id, endpoint_id) WHERE NOT is_resend;
-- Whether an event has been sent again; those are few.
CREATE INDEX webhook_deliveries_resends ON webhook_deliveries (event_id) WHERE is_resend;

CREATE TABLE webhook_attempts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  delivery_id bigint NOT NULL,
  attempted_at timestamptz NOT NULL,
  status_code integer,
  error text,
  response_body text,
  duration_ms integer NOT NULL,
  PRIMARY KEY (delivery_id, id)
);

-- How often the latest event of a subject was sent again by hand in the minute that began then (real time). A job deletes
-- minutes that are over.
CREATE TABLE webhook_resends (
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  minute_began_at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (subject_id, subject_kind)
);
CREATE INDEX webhook_resends_by_minute ON webhook_resends (minute_began_at);

-- Everything in a stretch of the feed that an endpoint wants and has not got is sent again, chunk by chunk. A job deletes what is over
-- after a day; what is left of a removed endpoint goes with it.
CREATE TABLE webhook_recoveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
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
CREATE INDEX webhook_recoveries_finished ON webhook_recoveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_recoveries_of_endpoint ON webhook_recoveries (endpoint_id);
-- One at a time for each endpoint.
CREATE UNIQUE INDEX webhook_recoveries_running ON webhook_recoveries (endpoint_id) WHERE finished_at IS NULL;
