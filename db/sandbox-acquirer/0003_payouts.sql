-- Money that a merchant's system has told the bank to send. Where it goes is not kept: nobody needs it again.
CREATE TABLE sandbox_acquirer.payouts (
  reference text PRIMARY KEY,
  payout_id text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'PAID', 'REFUSED')),
  reason text,
  -- Nobody has such a key.
  is_key_unknown boolean NOT NULL DEFAULT false,
  holder_name text NOT NULL,
  -- Already masked.
  holder_document text NOT NULL,
  end_to_end_id text,
  -- [{ id, amount, reason, returnedAt }], oldest first.
  returns jsonb NOT NULL DEFAULT '[]',
  returned_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- What happens to it by itself, and when; business time.
  next_step text CHECK (next_step IN ('pay', 'fail', 'return')),
  next_at timestamptz,
  CHECK ((status = 'PAID') = (paid_at IS NOT NULL)),
  CHECK ((next_step IS NULL) = (next_at IS NULL)),
  CONSTRAINT never_returns_more_than_it_sent CHECK (returned_cents BETWEEN 0 AND amount_cents)
);

CREATE INDEX payouts_due ON sandbox_acquirer.payouts (next_at) WHERE next_at IS NOT NULL;
-- The lists of a day, and what is forgotten by age.
CREATE INDEX payouts_by_payment ON sandbox_acquirer.payouts (paid_at, reference) WHERE paid_at IS NOT NULL;
CREATE INDEX payouts_over ON sandbox_acquirer.payouts (created_at) WHERE status <> 'PROCESSING';

ALTER TABLE sandbox_acquirer.faults
  DROP CONSTRAINT faults_operation_check,
  ADD CONSTRAINT faults_operation_check CHECK (operation IN (
    'charge', 'query', 'cancel', 'refund', 'query_refund', 'notification', 'payout', 'query_payout', 'payout_holder'));
