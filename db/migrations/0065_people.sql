-- Links that make a person a user, or set a password. A link holds 256 random bits, of which only the hash is stored. All times are real
-- time.

-- Deleted when it is accepted, withdrawn or replaced by another to the same e-mail; the job forget-old-links deletes what nobody accepted.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- Null: the operator invited somebody who begins a merchant, of this name.
  merchant_id bigint REFERENCES merchants (id),
  merchant_name text,
  email text NOT NULL CHECK (email = lower(email)),
  name text,
  role text NOT NULL CHECK (role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT invitations_to_one_merchant CHECK ((merchant_id IS NULL) = (merchant_name IS NOT NULL)),
  CONSTRAINT invitations_begin_with_an_owner CHECK (merchant_id IS NOT NULL OR role = 'OWNER')
);
CREATE UNIQUE INDEX invitations_one_for_each ON invitations (merchant_id, email);
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- Deleted with the first that is used; the job forget-old-links deletes what has ended.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  -- A password that was changed meanwhile, or a role, ends it.
  user_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_of_user ON password_resets (user_id, created_at);
CREATE INDEX password_resets_by_end ON password_resets (expires_at);
