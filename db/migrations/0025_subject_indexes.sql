-- By subject, rows from before included, exactly as readers ask (src/subjects/subjects.sql.ts). They replace
-- ledger_journals_by_payment and events_payment_id_sequence_key, which the release before still uses.
CREATE INDEX CONCURRENTLY ledger_journals_by_subject ON ledger_journals (
  (coalesce(subject_id, payment_id)), (coalesce(subject_kind, 'payment')));
CREATE UNIQUE INDEX CONCURRENTLY events_numbered_by_subject ON events (
  (coalesce(subject_id, payment_id)), (coalesce(subject_kind, 'payment')), sequence);
