-- The oldest charges, for whoever removes them.
CREATE INDEX CONCURRENTLY charges_by_age ON sandbox_acquirer.charges (created_at);
