-- Why the last question about a payment told nothing: for whoever asks why it is still pending. It goes with its row.
ALTER TABLE payment_checks
  ADD COLUMN trouble text,
  ADD COLUMN trouble_field text,
  ADD COLUMN trouble_since timestamptz;
