-- Events, written in the transaction that changes a status, and their deliveries to the endpoints of merchants.

-- A resend may name a payment by the acquirer's id.
CREATE INDEX payments_by_acquirer_id ON payments ((response_data_subacquirer_integration ->> 'transactionId'));

CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  -- Null: all companies of the merchant.
  company_id bigint,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  -- Encrypted with a key from the configuration: whoever reads the database cannot sign.
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- The first failure since the last success, in real time.
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Removed endpoints stay for the sake of deliveries on their way; nobody can read them.
  deleted_at timestamptz,
  FOREIGN KEY (company_id, merchant_id) REFERENCES companies (id, merchant_id)
);
CREATE INDEX webhook_endpoints_of_merchant ON webhook_endpoints (merchant_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE events (
  id text PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  company_id bigint,
  payment_id bigint REFERENCES payments (id),
  kind text NOT NULL,
  -- Rises with each event of one payment; null for events that belong to none.
  sequence integer CHECK (sequence > 0),
  -- The text that is signed and sent, byte for byte.
  payload text NOT NULL,
  -- Real time: the schedule of deliveries counts from here.
  occurred_at timestamptz NOT NULL,
  -- The feed is cut here: a lower position may be committed later than a higher one, a lower transaction below the
  -- snapshot's horizon may not.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  position bigint GENERATED ALWAYS AS IDENTITY,
  UNIQUE (payment_id, sequence),
  CHECK ((payment_id IS NULL) = (sequence IS NULL))
);
CREATE INDEX events_feed ON events (merchant_id, written_by, position);
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL REFERENCES events (id),
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints (id),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- Sent again by hand: a delivery of its own, beside the scheduled one.
  is_resend boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  -- Real time. A claim pushes it out by a lease, so that a worker that dies gives the delivery back.
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_id, endpoint_id) WHERE NOT is_resend;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, id);

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries (id),
  attempted_at timestamptz NOT NULL,
  status_code integer,
  error text,
  response_body text,
  duration_ms integer NOT NULL
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, id);
