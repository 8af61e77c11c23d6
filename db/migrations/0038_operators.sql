-- People who run the installation log in, too. They belong to no merchant: the row 0 stands for the installation, so
-- that passwords, second factors, sessions, links, keys and the audit log of operators are those of everybody.
INSERT INTO merchants (id, name, created_at) OVERRIDING SYSTEM VALUE VALUES (0, 'Operação', '1970-01-01 00:00:00+00');

-- It sells nothing.
ALTER TABLE companies ADD CONSTRAINT companies_of_a_merchant CHECK (merchant_id <> 0) NOT VALID;

ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (
  CASE WHEN merchant_id = 0 THEN role IN ('ADMIN', 'FINANCE', 'SUPPORT')
    ELSE role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER') END) NOT VALID;
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check;
ALTER TABLE invitations ADD CONSTRAINT invitations_role_check CHECK (
  CASE WHEN merchant_id = 0 THEN role IN ('ADMIN', 'FINANCE', 'SUPPORT')
    ELSE role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER') END) NOT VALID;

-- Whoever runs the installation may have a shop as well, with the same address. The table is small: some for each
-- merchant.
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email, (merchant_id = 0));
