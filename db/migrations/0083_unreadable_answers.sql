-- For the operator: the payments about which the acquirer answers what cannot be read.
CREATE INDEX CONCURRENTLY payment_checks_unreadable ON payment_checks (payment_id) WHERE trouble = 'UNREADABLE_ANSWER';
