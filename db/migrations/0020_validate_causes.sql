-- Reads the journals that were there before, and holds up nobody meanwhile.
ALTER TABLE ledger_journals VALIDATE CONSTRAINT ledger_journals_cause_kind_check;
