-- The failed deliveries of an endpoint, among very many that arrived.
CREATE INDEX CONCURRENTLY webhook_deliveries_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'FAILED';
