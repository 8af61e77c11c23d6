-- What pages and letters keep: a user's views of lists, and e-mails about what a person should know.

-- What a user calls a list with certain filters. Users delete their own; there are few per user and page.
CREATE TABLE saved_views (
  merchant_id bigint NOT NULL REFERENCES merchants,
  user_id bigint NOT NULL REFERENCES users,
  page text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, user_id, page, name)
);

-- One e-mail each. Addresses and texts are not kept: they are read when it is sent. MOOT is what was over before it could be told. A job
-- deletes notices after thirty days.
CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('endpoint_failing', 'endpoint_disabled', 'divergence_found', 'payment_receipt', 'link_oversold', 'unknown_receipts')),
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- The endpoint, the divergence or the payment.
  subject_id bigint NOT NULL,
  -- Tells one trouble of an endpoint from the next.
  since timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'FAILED', 'MOOT')),
  attempts integer NOT NULL DEFAULT 0,
  -- Real time, as all times here but the one above.
  next_attempt_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX notices_by_age ON notices (created_at);
CREATE INDEX notices_due ON notices (next_attempt_at) WHERE status = 'PENDING';
CREATE UNIQUE INDEX notices_once ON notices (merchant_id, kind, subject_id, since);

-- How far the feed of a merchant was read for receipts. A job deletes the rows of merchants that send none any more.
CREATE TABLE receipt_readers (
  merchant_id bigint PRIMARY KEY REFERENCES merchants,
  at_written_by xid8 NOT NULL,
  at_position bigint NOT NULL
);
