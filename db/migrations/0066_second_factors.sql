-- Codes by time (RFC 6238) as a second factor. One row for each user who has begun to set it up; the user, the operator or an earlier
-- attempt deletes it.
CREATE TABLE second_factors (
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  -- Encrypted under a key that is derived from WEBHOOK_KEY.
  secret_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until a code has shown that the secret arrived: nothing asks for codes before.
  confirmed_at timestamptz,
  -- The step of the last code that was accepted: no code is accepted twice, whichever process it meets.
  last_step bigint NOT NULL DEFAULT 0,
  -- Wrong codes since then, counted over all addresses.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  PRIMARY KEY (merchant_id, user_id)
);

-- For who lost the device. A code is deleted by its use; the others with the second factor or with the next codes.
CREATE TABLE recovery_codes (
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  code_hash bytea NOT NULL,
  PRIMARY KEY (merchant_id, user_id, code_hash)
);

-- Whether everybody who logs in needs one.
ALTER TABLE merchants ADD COLUMN requires_otp boolean NOT NULL DEFAULT false;
