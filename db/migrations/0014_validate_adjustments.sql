-- Reads the books once, while they go on being written.
ALTER TABLE ledger_journals VALIDATE CONSTRAINT ledger_journals_cause_kind_check;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_tag_check;
