-- What a boleto grows or shrinks by, as it was asked for, and of what the received sum was made.
ALTER TABLE sandbox_acquirer.charges
  ADD COLUMN terms jsonb,
  ADD COLUMN fine_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN interest_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN discount_cents bigint NOT NULL DEFAULT 0;
