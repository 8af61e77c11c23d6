-- Lists of payouts go by when they were asked for, as those of refunds do.
DROP INDEX payouts_by_merchant;
CREATE INDEX payouts_by_merchant ON payouts (merchant_id, requested_at, id) INCLUDE (status, company_id);
