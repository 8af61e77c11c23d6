-- Who uses the gateway: merchants, the people who log in, their establishments (companies), keys, and what they did.

CREATE TABLE merchants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  -- Whether everybody who logs in needs a second factor.
  requires_otp boolean NOT NULL DEFAULT false
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  -- Tokens carry the version they were issued under: raising it ends all of them.
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  created_at timestamptz NOT NULL,
  role text NOT NULL DEFAULT 'OWNER' CHECK (role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER'))
);
CREATE INDEX users_merchant ON users (merchant_id);

-- Failed logins of the last minutes, in real time. The account is kept as a hash: who failed is not our data to hoard.
CREATE TABLE login_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_hash bytea NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL
);
-- Guesses at one account from many addresses are counted together.
CREATE INDEX login_failures_account ON login_failures (account_hash, failed_at);
CREATE INDEX login_failures_address ON login_failures (address, failed_at, account_hash);
CREATE INDEX login_failures_age ON login_failures (failed_at);

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

-- Codes by time (RFC 6238) as a second factor. One row for each user who has begun to set it up; the user, the operator or an earlier
-- attempt deletes it.
CREATE TABLE second_factors (
  merchant_id bigint NOT NULL REFERENCES merchants,
  user_id bigint NOT NULL REFERENCES users,
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
  merchant_id bigint NOT NULL REFERENCES merchants,
  user_id bigint NOT NULL REFERENCES users,
  code_hash bytea NOT NULL,
  PRIMARY KEY (merchant_id, user_id, code_hash)
);

-- Links that set a password, made as those of invitations. Deleted with the first that is used; the job forget-old-links deletes what has
-- ended.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  user_id bigint NOT NULL REFERENCES users,
  -- A password that was changed meanwhile, or a role, ends it.
  user_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_by_end ON password_resets (expires_at);
CREATE INDEX password_resets_of_user ON password_resets (user_id, created_at);

-- Who is logged in at the dashboard. The cookie is random; only its hash is stored. All times are real time. The job
-- forget-old-sessions deletes what is over, a login deletes what is too many for one user.
CREATE TABLE dashboard_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  merchant_id bigint NOT NULL REFERENCES merchants,
  user_id bigint NOT NULL REFERENCES users,
  user_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the password was last given.
  confirmed_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX dashboard_sessions_by_end ON dashboard_sessions (expires_at);
CREATE INDEX dashboard_sessions_of_user ON dashboard_sessions (user_id, id);

-- Links that make a person a user. A link holds 256 random bits, of which only the hash is stored. All times are real time.
-- Deleted when it is accepted, withdrawn or replaced by another to the same e-mail; the job forget-old-links deletes what nobody accepted.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- Null: the operator invited somebody who begins a merchant, of this name.
  merchant_id bigint REFERENCES merchants,
  merchant_name text,
  email text NOT NULL CHECK (email = lower(email)),
  name text,
  role text NOT NULL CHECK (role IN ('OWNER', 'FINANCE', 'SUPPORT', 'READER')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Who handed the link out: it ends when that person may not hand it out any more. Null: the operator.
  invited_by bigint REFERENCES users,
  -- Somebody asked to begin a merchant and is to show first that the mailbox is theirs: a link like an invitation's, which names no
  -- merchant yet.
  is_sign_up boolean NOT NULL DEFAULT false,
  CONSTRAINT invitations_begin_with_an_owner CHECK (merchant_id IS NOT NULL OR role = 'OWNER'),
  CONSTRAINT invitations_to_one_merchant CHECK ((merchant_id IS NULL) = (merchant_name IS NOT NULL OR is_sign_up))
);
CREATE INDEX invitations_by_end ON invitations (expires_at);
CREATE INDEX invitations_of_sign_ups ON invitations (email, created_at) WHERE is_sign_up;
CREATE UNIQUE INDEX invitations_one_for_each ON invitations (merchant_id, email);

CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  document text NOT NULL,
  address_line text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  zip_code text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  retention_basis_points integer NOT NULL DEFAULT 0 CHECK (retention_basis_points BETWEEN 0 AND 10000),
  retention_days integer NOT NULL DEFAULT 0 CHECK (retention_days BETWEEN 0 AND 3650),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Whether payers of the company get a receipt by e-mail when they have paid.
  payer_receipts boolean NOT NULL DEFAULT false,
  -- Above so many cents whoever moves money at the dashboard gives the password again. Null: nobody is asked.
  confirm_above_cents bigint CHECK (confirm_above_cents >= 0),
  UNIQUE (id, merchant_id)
);
CREATE INDEX companies_merchant ON companies (merchant_id, id);
CREATE INDEX companies_with_receipts ON companies (merchant_id) WHERE payer_receipts;

CREATE TABLE company_access_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies,
  -- SHA-256 of the token: a 256-bit random value needs no slow hash, and the token itself is shown once and not kept.
  token_hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'REVOKED')),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX company_access_tokens_company ON company_access_tokens (company_id);

-- Per company and payment type: whether it is offered, what it costs and when it settles.
CREATE TABLE company_payment_plans (
  company_id bigint NOT NULL REFERENCES companies,
  payment_type text NOT NULL CHECK (payment_type IN ('pix', 'invoice')),
  enabled boolean NOT NULL DEFAULT true,
  fee_fixed_cents bigint NOT NULL DEFAULT 0 CHECK (fee_fixed_cents BETWEEN 0 AND 9999999999),
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_on_refund text NOT NULL DEFAULT 'returned' CHECK (fee_on_refund IN ('returned', 'kept')),
  -- Business days after payment; 0 is available at once.
  settlement_days integer NOT NULL CHECK (settlement_days BETWEEN 0 AND 365),
  -- A company has one acquirer for each type of payment. Null: the one that the mode has for everybody, the sandbox in sandbox mode; in
  -- live there is none, and the type is not enabled.
  acquirer text,
  PRIMARY KEY (company_id, payment_type)
);

-- Fixed split: applied to every payment of the company. Kept by company, so that revoking a token does not break it.
CREATE TABLE company_split_participants (
  company_id bigint NOT NULL REFERENCES companies,
  position integer NOT NULL CHECK (position >= 0),
  participant_company_id bigint NOT NULL REFERENCES companies,
  merchant_type text NOT NULL CHECK (merchant_type IN ('PRIMARY', 'SECONDARY')),
  type text NOT NULL CHECK (type IN ('PERCENTAGE', 'FIXED')),
  charge_fee boolean NOT NULL,
  discount_gross_amount boolean NOT NULL,
  amount_split bigint NOT NULL CHECK (amount_split >= 0),
  PRIMARY KEY (company_id, position),
  UNIQUE (company_id, participant_company_id)
);

-- Keys by which programs of a merchant use the interface. Only the hash of a key is stored. All times are real time. A new key deletes the
-- oldest of those that have ended, beyond the few that are still listed.
CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  -- The last characters of the key.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Null: from anywhere.
  addresses text[] CHECK (cardinality(addresses) > 0),
  created_at timestamptz NOT NULL,
  created_by bigint NOT NULL REFERENCES users,
  -- Null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_merchant ON api_keys (merchant_id, id);

-- For how many days an entry of the audit log is kept at least, whatever the service asks for: one row, of AUDIT_LOG_DAYS as the owner of
-- the tables had it when they migrated. Who is let in as the service, by whatever way, cannot shorten it and erase what they did.
CREATE TABLE audit_log_keeping (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  days integer NOT NULL CHECK (days BETWEEN 30 AND 36500)
);
INSERT INTO audit_log_keeping (days) VALUES (1825);

CREATE FUNCTION refuse_all_but_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'only the owner changes %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_keeping_is_owners BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON audit_log_keeping FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_all_but_owner();

-- Who did what to which object, from where, when. Append-only; only the function at the end deletes, by age, as the owner: the job
-- forget-audit-log calls it. Times are real time. Payers do not occur in it.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: of the installation, or of nobody who is known.
  merchant_id bigint REFERENCES merchants,
  created_at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'key', 'operator', 'job', 'anonymous')),
  actor_id bigint,
  actor_name text,
  action text NOT NULL,
  object_kind text,
  object_id text,
  details jsonb NOT NULL DEFAULT '{}',
  address text,
  agent text,
  -- What happens often is counted: the same of one minute is one row.
  times integer NOT NULL DEFAULT 1,
  counted_minute timestamptz,
  counted_as text,
  CHECK ((counted_minute IS NULL) = (counted_as IS NULL)),
  CHECK ((object_kind IS NULL) = (object_id IS NULL))
);
CREATE INDEX audit_log_by_action ON audit_log (merchant_id, action, created_at, id);
CREATE INDEX audit_log_by_actor ON audit_log (merchant_id, actor_kind, actor_id, created_at, id);
CREATE INDEX audit_log_by_age ON audit_log (created_at);
CREATE INDEX audit_log_by_object ON audit_log (merchant_id, object_kind, object_id, created_at, id);
CREATE UNIQUE INDEX audit_log_counted ON audit_log (coalesce(merchant_id, 0), counted_minute, action, counted_as)
  WHERE counted_minute IS NOT NULL;
CREATE INDEX audit_log_of_merchant ON audit_log (merchant_id, created_at, id);

CREATE FUNCTION audit_log_kept_since() RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT now() - make_interval(days => days) FROM audit_log_keeping), '-infinity')
$$;

CREATE FUNCTION refuse_all_but_counting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.counted_minute IS NOT NULL AND NEW.times = OLD.times + 1 AND NEW.details @> OLD.details
    AND to_jsonb(NEW) - ARRAY['times', 'details'] = to_jsonb(OLD) - ARRAY['times', 'details']
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.created_at < audit_log_kept_since()
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_all_but_counting();
CREATE TRIGGER audit_log_keep BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- Run as the owner of the tables, for whoever may delete from the log: nothing younger than the installation keeps goes.
CREATE FUNCTION forget_audit_log(older_than timestamptz, at_most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  forgotten integer;
BEGIN
  IF NOT has_table_privilege(session_user, 'public.audit_log', 'DELETE') THEN
    RAISE EXCEPTION 'only the service forgets' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_log WHERE id = ANY (ARRAY(
    SELECT id FROM audit_log WHERE created_at < least(older_than, audit_log_kept_since())
    ORDER BY created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $$;
