-- The simulated sub-acquirer keeps its own books. Nothing here refers to the gateway's tables, nor they to these.

CREATE TABLE sandbox_acquirer.charges (
  reference text PRIMARY KEY,
  transaction_id text NOT NULL,
  payment_type text NOT NULL CHECK (payment_type IN ('pix', 'invoice')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL
    CHECK (status IN ('WAITING_CONFIRMATION', 'WAITING_PAYMENT', 'PAID', 'APPROVED', 'FAILED', 'CANCELLED', 'REFUNDED')),
  -- Set only when the charge was refused at its creation.
  refusal_reason text,
  description text NOT NULL,
  payer_name text NOT NULL,
  -- Already masked: the full document is never stored.
  payer_document text NOT NULL,
  expires_at timestamptz NOT NULL,
  due_date date,
  pix_qr_code text,
  boleto jsonb,
  -- [{ status, createdAt }], oldest first; part of the row so that a charge is one insert.
  history jsonb NOT NULL,
  received_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  CONSTRAINT never_gives_back_more_than_it_got CHECK (refunded_cents BETWEEN 0 AND received_cents)
);

-- The oldest charges, for whoever removes them.
CREATE INDEX charges_by_age ON sandbox_acquirer.charges (created_at);
-- What is forgotten by age: paid charges stay, because they can still be given back, and are passed over.
CREATE INDEX charges_over ON sandbox_acquirer.charges (created_at) WHERE status IN ('FAILED', 'CANCELLED', 'REFUNDED');

CREATE SEQUENCE sandbox_acquirer.our_number AS bigint START 1;

CREATE TABLE sandbox_acquirer.refunds (
  reference text PRIMARY KEY,
  refund_id text NOT NULL,
  charge_reference text NOT NULL REFERENCES sandbox_acquirer.charges (reference),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'REFUNDED', 'REFUSED')),
  reason text,
  description text,
  created_at timestamptz NOT NULL,
  refunded_at timestamptz,
  CHECK ((status = 'REFUNDED') = (refunded_at IS NOT NULL))
);

CREATE INDEX refunds_of_charge ON sandbox_acquirer.refunds (charge_reference);

CREATE TABLE sandbox_acquirer.notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text NOT NULL,
  transaction_id text NOT NULL,
  status text NOT NULL,
  -- The misbehaviour this one was picked for, if any.
  fault text CHECK (fault IN ('duplicate', 'drop', 'reorder', 'forge', 'delay')),
  fault_delay_ms integer,
  attempts integer NOT NULL DEFAULT 0,
  -- Real time. A claim moves it past the lease, so that a claimer that dies is succeeded by another.
  next_attempt_at timestamptz NOT NULL,
  last_error text,
  -- delivered: the receiver took it. dropped: never to be (re)sent, by a fault. exhausted: every attempt failed.
  outcome text CHECK (outcome IN ('delivered', 'dropped', 'exhausted')),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((outcome IS NULL) = (closed_at IS NULL))
);

CREATE INDEX notifications_due ON sandbox_acquirer.notifications (next_attempt_at) WHERE outcome IS NULL;

CREATE TABLE sandbox_acquirer.faults (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation text NOT NULL CHECK (operation IN ('charge', 'query', 'cancel', 'refund', 'query_refund', 'notification')),
  kind text NOT NULL,
  -- Null: whichever comes next.
  reference text,
  delay_ms integer NOT NULL CHECK (delay_ms >= 0),
  remaining integer NOT NULL CHECK (remaining >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX faults_waiting ON sandbox_acquirer.faults (operation, id) WHERE remaining > 0;
