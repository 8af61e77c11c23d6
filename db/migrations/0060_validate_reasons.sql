-- Reads the payments that were there before, and holds up nobody meanwhile.
ALTER TABLE payments VALIDATE CONSTRAINT payments_failed_for_a_reason;
