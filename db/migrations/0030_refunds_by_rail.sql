-- A boleto whose bank gives nothing back is given back by the rail of the company's payouts. All of it is null or as it was for other refunds.
ALTER TABLE refunds
  -- Who sends it; null: the acquirer of the payment gives it back itself.
  ADD COLUMN way_acquirer text,
  -- A destination of `payout_destinations`, which are never deleted; null: the PIX key that is the payer's document.
  ADD COLUMN destination_id bigint,
  -- It may go to somebody else than the payer, as a payout would.
  ADD COLUMN to_others boolean NOT NULL DEFAULT false,
  -- What the payer got by it and has kept, as the rail says; null while it is under way.
  ADD COLUMN given_cents bigint,
  -- Why it was refused, in Portuguese.
  ADD COLUMN failure_reason text,
  -- When to look again whether it came back.
  ADD COLUMN returns_due_at timestamptz;

CREATE OR REPLACE FUNCTION refuse_illegal_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND OLD.status <> 'PROCESSING' THEN
    RAISE EXCEPTION 'refund %: % never becomes %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_cents, NEW.payment_id, NEW.merchant_id, NEW.company_id, NEW.reference, NEW.way_acquirer, NEW.destination_id)
    IS DISTINCT FROM
    (OLD.amount_cents, OLD.payment_id, OLD.merchant_id, OLD.company_id, OLD.reference, OLD.way_acquirer, OLD.destination_id)
  THEN
    RAISE EXCEPTION 'refund %: what was requested never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
