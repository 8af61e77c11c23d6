-- Logins of the last minutes, in real time: they are limited too, because checking a password is the dearest thing a caller can ask for.
-- Like failures they keep the account as a hash only. The job forget-old-rows deletes from both tables.
CREATE TABLE login_successes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_hash bytea NOT NULL,
  address text NOT NULL,
  logged_in_at timestamptz NOT NULL
);
CREATE INDEX login_successes_account_and_address ON login_successes (account_hash, address, logged_in_at);
CREATE INDEX login_successes_age ON login_successes (logged_in_at);

-- Guesses at one account from many addresses are counted together.
CREATE INDEX login_failures_account ON login_failures (account_hash, failed_at);
