-- All of payments are partial: an order without an external id, a link or a former try writes none of them.
CREATE INDEX CONCURRENTLY payments_by_external_id ON payments (merchant_id, external_id, created_at, id)
  WHERE external_id IS NOT NULL;
CREATE INDEX CONCURRENTLY payments_by_link ON payments (merchant_id, payment_link_id, created_at, id)
  WHERE payment_link_id IS NOT NULL;
-- Which payment tried another one again.
CREATE INDEX CONCURRENTLY payments_by_retry ON payments (retry_of, id) WHERE retry_of IS NOT NULL;
-- What was received in a period.
CREATE INDEX CONCURRENTLY payments_by_payment ON payments (merchant_id, paid_at, id)
  INCLUDE (status, payment_type, company_id, created_at) WHERE paid_at IS NOT NULL;
CREATE INDEX CONCURRENTLY payments_partly_refunded ON payments (merchant_id, created_at, id)
  INCLUDE (payment_type, company_id) WHERE status = 2 AND refunded_cents > 0;

-- A merchant's refunds in their order, whatever their state and company.
CREATE INDEX CONCURRENTLY refunds_by_merchant ON refunds (merchant_id, requested_at, id) INCLUDE (status, company_id);
-- What the job has still to fill.
CREATE INDEX CONCURRENTLY refunds_without_owner ON refunds (id) WHERE merchant_id IS NULL;
