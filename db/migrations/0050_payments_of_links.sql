-- The payments that name a link: which of them is open, for a bill that two people open. Orders without a link do not touch it.
CREATE INDEX CONCURRENTLY payments_by_link ON payments (merchant_id, payment_link_id, id) WHERE payment_link_id IS NOT NULL;
