-- Reads the links once, while they go on being written.
ALTER TABLE payment_links VALIDATE CONSTRAINT payment_links_slug_check;
