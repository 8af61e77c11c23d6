-- Reads the notices once, while they go on being written.
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;
