-- Keys by which programs of a merchant use the interface. Only the hash of a key is stored. All times are real time. A new key deletes the
-- oldest of those that have ended, beyond the few that are still listed.
CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  -- The last characters of the key.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Null: from anywhere.
  addresses text[] CHECK (cardinality(addresses) > 0),
  created_at timestamptz NOT NULL,
  created_by bigint NOT NULL REFERENCES users (id),
  -- Null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_merchant ON api_keys (merchant_id, id);
