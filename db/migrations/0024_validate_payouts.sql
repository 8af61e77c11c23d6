-- Apart from the change itself: reading every row keeps nobody waiting here.
ALTER TABLE payments VALIDATE CONSTRAINT payments_received_by_an_issuer;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_tag_check;
ALTER TABLE ledger_journals VALIDATE CONSTRAINT ledger_journals_cause_kind_check;
