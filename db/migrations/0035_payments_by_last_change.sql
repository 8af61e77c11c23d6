-- The filters company, status and type read along the order of changes, as they do along the other two orders: a page far inside a list
-- is found in the index alone. It replaces payments_by_updated.
CREATE INDEX CONCURRENTLY payments_by_last_change ON payments (merchant_id, updated_at, id) INCLUDE (status, payment_type, company_id);
