-- What is owed for a boleto by the day on which it is paid, and what was paid for it. New constraints are checked for new rows at once and
-- for stored ones by the next file, which locks nobody out.

ALTER TABLE payments
  -- Fine, interest, discounts and days after the due date, as ordered. Null: as ordered, until the due date.
  ADD COLUMN boleto_terms jsonb,
  -- What counts as paid. Null: nothing yet, or exactly the amount.
  ADD COLUMN paid_cents bigint,
  ADD COLUMN fine_paid_cents bigint,
  ADD COLUMN interest_paid_cents bigint,
  ADD COLUMN discount_given_cents bigint,
  -- Of a boleto whose bank registers it later than it issues it. Null: registered when it was issued.
  ADD COLUMN registration jsonb,
  -- A change that its bank was asked for and has not confirmed yet.
  ADD COLUMN requested_change jsonb;

ALTER TABLE payments
  ADD CONSTRAINT payments_paid_as_told CHECK (
    CASE WHEN paid_cents IS NULL THEN num_nonnulls(fine_paid_cents, interest_paid_cents, discount_given_cents) = 0
    ELSE paid_cents > 0 AND least(fine_paid_cents, interest_paid_cents, discount_given_cents) >= 0
      AND paid_cents = amount_cents + fine_paid_cents + interest_paid_cents - discount_given_cents END) NOT VALID,
  DROP CONSTRAINT payments_never_over_refunded,
  DROP CONSTRAINT payments_refunded_when_all_is,
  -- What came beyond the amount stays, and what never came is not given back.
  ADD CONSTRAINT payments_never_over_refunded
    CHECK (refunded_cents + refunding_cents <= least(amount_cents, paid_cents)) NOT VALID,
  ADD CONSTRAINT payments_refunded_when_all_is
    CHECK ((status = 4) = (refunded_cents = least(amount_cents, paid_cents))) NOT VALID;

CREATE OR REPLACE FUNCTION refuse_rewriting_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount_cents, NEW.fee_cents, NEW.fee_on_refund, NEW.reference, NEW.merchant_id, NEW.company_id, NEW.boleto_terms)
    IS DISTINCT FROM
    (OLD.amount_cents, OLD.fee_cents, OLD.fee_on_refund, OLD.reference, OLD.merchant_id, OLD.company_id, OLD.boleto_terms)
    OR NEW.refunded_cents < OLD.refunded_cents
    OR (OLD.status <> 1 AND NEW.paid_cents IS DISTINCT FROM OLD.paid_cents)
  THEN
    RAISE EXCEPTION 'payment %: what was ordered, paid and refunded never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER payments_never_rewritten ON payments;
CREATE TRIGGER payments_never_rewritten
  BEFORE UPDATE OF amount_cents, fee_cents, fee_on_refund, reference, merchant_id, company_id, refunded_cents, boleto_terms, paid_cents
  ON payments FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_payment();

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account_check,
  DROP CONSTRAINT ledger_entries_tag_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (
    account IN ('company_main', 'company_retained', 'acquirer_clearing', 'platform_fee', 'platform_expense')) NOT VALID,
  ADD CONSTRAINT ledger_entries_tag_check CHECK (tag IN (
    'share', 'retention', 'fee', 'late_charges', 'discount', 'refund', 'fee_returned', 'cover', 'adjustment', 'bank_fee')) NOT VALID;

ALTER TABLE ledger_journals
  DROP CONSTRAINT ledger_journals_cause_kind_check,
  ADD CONSTRAINT ledger_journals_cause_kind_check CHECK (
    cause_kind IN ('approval', 'refund', 'refund_refused', 'refund_confirmed', 'adjustment', 'receipt', 'bank_fee')) NOT VALID;

-- Whether fine and interest are bound to what consumer law allows. Only the operator lifts it.
ALTER TABLE companies ADD COLUMN late_caps boolean NOT NULL DEFAULT true;
