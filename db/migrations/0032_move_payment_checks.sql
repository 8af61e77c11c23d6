-- What is scheduled in payments moves to payment_checks. A file of its own, because the trigger before needs a lock that keeps out every
-- order, and this may take a moment: it reads payments by the index of what is scheduled, and locks nothing of it. What the trigger has
-- written meanwhile is newer.
INSERT INTO payment_checks (payment_id, next_check_at, checks_done)
SELECT id, next_check_at, checks_done FROM payments WHERE next_check_at IS NOT NULL
ON CONFLICT (payment_id) DO NOTHING;
