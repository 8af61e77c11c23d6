-- What a company's checkpoint does not cover yet, and which companies have entries at all.
CREATE INDEX CONCURRENTLY ledger_entries_by_writer ON ledger_entries (company_id, written_by) WHERE company_id IS NOT NULL;
