-- Whose a refund is, so that a merchant's refunds are found without going through everybody's: a payment's merchant and
-- company never change. Null in refunds from before, until the job `name-refund-owners` has filled them; no file here
-- could, because it would keep the table locked meanwhile.
ALTER TABLE refunds ADD COLUMN merchant_id bigint, ADD COLUMN company_id bigint;

-- By trigger, because processes of the release before insert refunds too.
CREATE FUNCTION name_owner_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT merchant_id, company_id INTO NEW.merchant_id, NEW.company_id FROM payments WHERE id = NEW.payment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_name_owner BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION name_owner_of_refund();

CREATE OR REPLACE FUNCTION refuse_illegal_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND OLD.status <> 'PROCESSING' THEN
    RAISE EXCEPTION 'refund %: % never becomes %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_cents, NEW.payment_id, NEW.reference) IS DISTINCT FROM (OLD.amount_cents, OLD.payment_id, OLD.reference) THEN
    RAISE EXCEPTION 'refund %: what was requested never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.merchant_id IS NOT NULL AND (NEW.merchant_id, NEW.company_id) IS DISTINCT FROM (OLD.merchant_id, OLD.company_id) THEN
    RAISE EXCEPTION 'refund %: whose it is never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The merchant's own id of an order, and why a payment failed: null where it was not said, or failed before this was kept.
-- The CHECK is not validated: every row from before has null.
ALTER TABLE payments
  ADD COLUMN external_id text,
  ADD COLUMN failure_reason text,
  ADD CONSTRAINT payments_failed_for_a_reason CHECK (
    failure_reason IS NULL OR (status = 3 AND failure_reason IN ('REFUSED', 'CANCELLED', 'EXPIRED'))) NOT VALID;
