-- Whether an event has been sent again; those are few.
CREATE INDEX CONCURRENTLY webhook_deliveries_resends ON webhook_deliveries (event_id) WHERE is_resend;
