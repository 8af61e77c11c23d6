-- A secret that was rotated away goes on signing until its own time is over, also when the next rotation comes before that.
ALTER TABLE webhook_endpoints
  ADD COLUMN previous_secrets_sealed text[] NOT NULL DEFAULT '{}',
  ADD COLUMN previous_secrets_until timestamptz[] NOT NULL DEFAULT '{}',
  ADD CHECK (cardinality(previous_secrets_sealed) = cardinality(previous_secrets_until));
UPDATE webhook_endpoints SET previous_secrets_sealed = ARRAY[previous_secret_sealed], previous_secrets_until = ARRAY[previous_secret_until]
  WHERE previous_secret_sealed IS NOT NULL;
ALTER TABLE webhook_endpoints DROP COLUMN previous_secret_sealed, DROP COLUMN previous_secret_until;

-- The feed's order. Two transactions that write about one payment do so one after the other, but the one that comes second may have
-- taken its number first. So an event also counts as no earlier than the last transaction that had ended when it was written; its
-- own number stays the lower bound, below which a snapshot's horizon guarantees that nothing appears any more.
ALTER TABLE events ALTER COLUMN written_by
  SET DEFAULT greatest(pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8);
