-- What is to be sent or asked about is taken apart from what was paid long ago: one never waits behind the other.
CREATE INDEX CONCURRENTLY payouts_due_open ON payouts (next_check_at) WHERE next_check_at IS NOT NULL AND status <> 'PAID';
CREATE INDEX CONCURRENTLY payouts_due_paid ON payouts (next_check_at) WHERE next_check_at IS NOT NULL AND status = 'PAID';
