-- What is owed of a boleto that was ordered through a link, after its due date, as the merchant wrote it. Null: nothing.
ALTER TABLE payment_links
  ADD COLUMN fine jsonb,
  ADD COLUMN interest jsonb,
  ADD COLUMN payable_days_after_due integer;

ALTER TABLE payment_links
  ADD CONSTRAINT payment_links_payable_days_check CHECK (payable_days_after_due BETWEEN 0 AND 120);
