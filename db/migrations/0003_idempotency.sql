-- One row per Idempotency-Key, written in the transaction that does the work: a repeat finds either nothing or all of it.
CREATE TABLE idempotency_keys (
  merchant_id bigint NOT NULL REFERENCES merchants,
  key text COLLATE "C" NOT NULL,
  -- Of method, path and body: the same key with another body is a mistake.
  fingerprint bytea NOT NULL,
  -- What the work made, so that a repeat can resume it.
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  -- Which request has it, and until when (real time).
  owner text NOT NULL,
  leased_until timestamptz NOT NULL,
  -- The final answer, when there is one.
  response_status integer,
  response_body jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, key),
  CHECK ((response_status IS NULL) = (response_body IS NULL))
) WITH (fillfactor = 25);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
-- A key outlives its day while the refund that it stands for is open. The answer under a key is in no condition here: writing it stays
-- cheap.
CREATE INDEX idempotency_keys_of_refunds ON idempotency_keys (subject_id) WHERE subject_kind = 'refund';
