CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  -- Those of the payment, so that a merchant's refunds are found without going through everybody's: they never change.
  merchant_id bigint NOT NULL,
  company_id bigint NOT NULL,
  -- Ours, chosen before the acquirer is called: the same reference is never refunded twice.
  reference text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('pix_refund', 'reversal', 'acquirer', 'med')),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'REFUNDED', 'REFUSED')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  description text,
  requested_at timestamptz NOT NULL,
  settled_at timestamptz,
  next_check_at timestamptz,
  checks_done integer NOT NULL DEFAULT 0,
  check_leased_until timestamptz,
  -- What the banks took back among themselves (MED) is a refund that nobody here asked for: its reference is the bank's id
  -- of it, so that it is booked once, and its nature says why it was taken.
  nature text,
  -- The way of a refund to its bank. Reads of a bank may lag its writes: only what is remembered here tells a refund that
  -- never was from one that the bank does not show yet.
  sends integer NOT NULL DEFAULT 1,
  seen_at timestamptz,
  refused_at timestamptz,
  misses integer NOT NULL DEFAULT 0,
  -- A bank may list a return before it has the id by which it is known among banks. Both names are kept, so that it is booked once in
  -- whichever order they come. Rows live as long as their refund.
  first_id text,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CONSTRAINT refunds_med_has_nature CHECK ((kind = 'med') = (nature IS NOT NULL))
);
-- A merchant's refunds in their order, whatever their state and company.
CREATE INDEX refunds_by_merchant ON refunds (merchant_id, requested_at, id) INCLUDE (status, company_id);
CREATE INDEX refunds_by_payment ON refunds (payment_id);
CREATE INDEX refunds_by_writer ON refunds USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX refunds_due_for_check ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TRIGGER refunds_keep BEFORE TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

CREATE FUNCTION refuse_illegal_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND OLD.status <> 'PROCESSING' THEN
    RAISE EXCEPTION 'refund %: % never becomes %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_cents, NEW.payment_id, NEW.merchant_id, NEW.company_id, NEW.reference)
    IS DISTINCT FROM (OLD.amount_cents, OLD.payment_id, OLD.merchant_id, OLD.company_id, OLD.reference)
  THEN
    RAISE EXCEPTION 'refund %: what was requested never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_only_forward BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_illegal_refund_change();
