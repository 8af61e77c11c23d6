-- Deliveries that cost less to claim and to record.

-- Real time. A worker that took the delivery has it until then. Beside next_attempt_at, and in no index: a claim leaves the
-- indexes alone, and the page keeps room for it.
ALTER TABLE webhook_deliveries ADD COLUMN leased_until timestamptz, SET (fillfactor = 50);

-- Only the statement that changes a delivery writes its attempts, so they cannot stand alone; a key that is looked up again for
-- each of them says no more. The index of the log serves as the key.
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_delivery_id_fkey, DROP CONSTRAINT webhook_attempts_pkey;
DROP INDEX webhook_attempts_of_delivery;
ALTER TABLE webhook_attempts ADD PRIMARY KEY (delivery_id, id);

ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_pkey;
DROP INDEX webhook_deliveries_log;
ALTER TABLE webhook_deliveries ADD PRIMARY KEY (endpoint_id, id);
