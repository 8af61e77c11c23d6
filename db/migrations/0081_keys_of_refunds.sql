-- A key outlives its day while the refund that it stands for is open. The answer under a key is in no condition here: writing it stays cheap.
CREATE INDEX CONCURRENTLY idempotency_keys_of_refunds ON idempotency_keys (subject_id) WHERE subject_kind = 'refund';
