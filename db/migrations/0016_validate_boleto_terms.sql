-- Reads all rows, and nobody waits for it.
ALTER TABLE payments VALIDATE CONSTRAINT payments_paid_as_told;
ALTER TABLE payments VALIDATE CONSTRAINT payments_never_over_refunded;
ALTER TABLE payments VALIDATE CONSTRAINT payments_refunded_when_all_is;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_tag_check;
ALTER TABLE ledger_journals VALIDATE CONSTRAINT ledger_journals_cause_kind_check;
