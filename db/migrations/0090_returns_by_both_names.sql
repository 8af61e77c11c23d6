-- A bank may list a return before it has the id by which it is known among banks. Both names are kept, so that it is booked once in
-- whichever order they come. Rows live as long as their refund.
ALTER TABLE refunds ADD COLUMN first_id text;
-- The returns that stood behind a divergence when it was opened: what the operator books covers them. Rows live as long as the divergence.
ALTER TABLE divergences ADD COLUMN return_ids text[];
