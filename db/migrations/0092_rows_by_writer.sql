-- What was written since the last seal. Rows lie nearly in this order, so that the smallest kind of index is enough and costs an order
-- nothing. It knows numbers and not the type of transactions.
CREATE INDEX CONCURRENTLY payments_by_writer ON payments USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX CONCURRENTLY refunds_by_writer ON refunds USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX CONCURRENTLY ledger_entries_by_any_writer ON ledger_entries USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX CONCURRENTLY events_by_writer ON events USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX CONCURRENTLY divergences_by_writer ON divergences USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
