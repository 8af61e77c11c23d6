-- What is forgotten by age: paid charges stay, because they can still be given back, and are passed over.
CREATE INDEX CONCURRENTLY charges_over ON sandbox_acquirer.charges (created_at) WHERE status IN ('FAILED', 'CANCELLED', 'REFUNDED');
