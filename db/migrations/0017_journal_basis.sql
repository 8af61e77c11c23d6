-- What the figures of a journal follow from, where no other row keeps it: the terms of settlement that an approval froze, and the
-- balances that decided who was covered in a refund. With it the audit recomputes value dates and covers. Journals written before
-- have none; nothing deletes it, as nothing deletes a journal.
ALTER TABLE ledger_journals ADD COLUMN basis jsonb;

-- A confirmed refund may have a journal of its own, for fees that waited for the confirmation. Not validated: every row there
-- is met the narrower rule before.
ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_cause_kind_check;
ALTER TABLE ledger_journals ADD CONSTRAINT ledger_journals_cause_kind_check
  CHECK (cause_kind IN ('approval', 'refund', 'refund_refused', 'refund_confirmed', 'adjustment')) NOT VALID;
