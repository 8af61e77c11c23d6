-- Who wrote a row, as ledger_entries and events have it already: a seal takes what was written by transactions that have ended, and no
-- sequence can say which those are. Rows from before have none. Their transactions ended before this file could lock the table.
ALTER TABLE payments ADD COLUMN written_by xid8;
ALTER TABLE payments ALTER COLUMN written_by SET DEFAULT pg_current_xact_id();
ALTER TABLE refunds ADD COLUMN written_by xid8;
ALTER TABLE refunds ALTER COLUMN written_by SET DEFAULT pg_current_xact_id();
ALTER TABLE divergences ADD COLUMN written_by xid8;
ALTER TABLE divergences ALTER COLUMN written_by SET DEFAULT pg_current_xact_id();

-- Rows by transactions from this one on, below that one, among identities above `after_id`, up to and with `through_id`. Null: whoever wrote
-- them, as in the seals of the releases before.
ALTER TABLE seal_parts ADD COLUMN from_xid xid8;
ALTER TABLE seal_parts ADD COLUMN below_xid xid8;
-- The lowest identity among them; null where there is none.
ALTER TABLE seal_parts ADD COLUMN first_id bigint;
ALTER TABLE seal_parts ADD CONSTRAINT seal_parts_from_and_below CHECK ((from_xid IS NULL) = (below_xid IS NULL) AND from_xid <= below_xid);
