-- Who is logged in at the dashboard. The cookie is random; only its hash is stored. All times are real time. The job
-- forget-old-sessions deletes what is over, a login deletes what is too many for one user.
CREATE TABLE dashboard_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  user_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the password was last given.
  confirmed_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX dashboard_sessions_of_user ON dashboard_sessions (user_id, id);
CREATE INDEX dashboard_sessions_by_end ON dashboard_sessions (expires_at);
