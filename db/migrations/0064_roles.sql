-- Whoever was there before may do everything, as before. A constant default is written into no row.
ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'OWNER';
ALTER TABLE users ADD CONSTRAINT users_role CHECK (role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER')) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_role;
