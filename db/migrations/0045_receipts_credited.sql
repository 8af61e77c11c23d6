-- When the bank credits money that it has told of: a boleto that an operator finds the payment of is available no earlier.
-- Null where the bank does not say, and of what came before this column. Its rows go as those of unknown_receipts do.
ALTER TABLE unknown_receipts ADD COLUMN credit_on date;
