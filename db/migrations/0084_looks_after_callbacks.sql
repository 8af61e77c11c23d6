-- A callback may be faster than the bank's own reads: where it brought nothing new, the bank is asked again a little later.
ALTER TABLE acquirer_notifications
  ADD COLUMN look_again_at timestamptz,
  ADD COLUMN looks integer NOT NULL DEFAULT 0;
