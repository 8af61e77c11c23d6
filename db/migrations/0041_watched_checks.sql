-- When the next look at a payment was last drawn forward because its payer is looking at the page (real time): once in a
-- while, in whichever process the page is open. Goes with the row.
ALTER TABLE payment_checks ADD COLUMN drawn_at timestamptz;
