-- What left by a rail of payouts on a day, for the comparison with the bank's list.
CREATE INDEX CONCURRENTLY refunds_by_rail_settled ON refunds (way_acquirer, settled_at, id) WHERE way_acquirer IS NOT NULL AND status = 'REFUNDED';
