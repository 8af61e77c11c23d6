-- Built beside the refunds that go on.
CREATE INDEX CONCURRENTLY refunds_returns_due ON refunds (returns_due_at) WHERE returns_due_at IS NOT NULL;
-- What a day's limit of payouts counts besides.
CREATE INDEX CONCURRENTLY refunds_to_others ON refunds (company_id, requested_at) WHERE to_others;
