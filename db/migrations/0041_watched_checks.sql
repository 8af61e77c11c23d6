-- When the next look at a payment was last drawn forward because its payer is looking at the page (real time): once in a while, in
-- whichever process the page is open. Goes with its payment.
ALTER TABLE payments ADD COLUMN check_drawn_at timestamptz;
