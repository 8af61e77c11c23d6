-- Who uses the gateway: merchants, the people who log in, their establishments (companies) and access tokens.

CREATE TABLE merchants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  -- Tokens carry the version they were issued under: raising it ends all of them.
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  created_at timestamptz NOT NULL
);
CREATE INDEX users_merchant ON users (merchant_id);

-- Failed logins of the last minutes, in real time. The account is kept as a hash: who failed is not our data to hoard.
CREATE TABLE login_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_hash bytea NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX login_failures_address ON login_failures (address, failed_at, account_hash);
CREATE INDEX login_failures_age ON login_failures (failed_at);

CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants (id),
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
  UNIQUE (id, merchant_id)
);
CREATE INDEX companies_merchant ON companies (merchant_id, id);

-- Per company and payment type: whether it is offered, what it costs and when it settles.
CREATE TABLE company_payment_plans (
  company_id bigint NOT NULL REFERENCES companies (id),
  payment_type text NOT NULL CHECK (payment_type IN ('pix', 'invoice')),
  enabled boolean NOT NULL DEFAULT true,
  fee_fixed_cents bigint NOT NULL DEFAULT 0 CHECK (fee_fixed_cents BETWEEN 0 AND 9999999999),
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_on_refund text NOT NULL DEFAULT 'returned' CHECK (fee_on_refund IN ('returned', 'kept')),
  -- Business days after payment; 0 is available at once.
  settlement_days integer NOT NULL CHECK (settlement_days BETWEEN 0 AND 365),
  PRIMARY KEY (company_id, payment_type)
);

-- Fixed split: applied to every payment of the company. Kept by company, so that revoking a token does not break it.
CREATE TABLE company_split_participants (
  company_id bigint NOT NULL REFERENCES companies (id),
  position integer NOT NULL CHECK (position >= 0),
  participant_company_id bigint NOT NULL REFERENCES companies (id),
  merchant_type text NOT NULL CHECK (merchant_type IN ('PRIMARY', 'SECONDARY')),
  type text NOT NULL CHECK (type IN ('PERCENTAGE', 'FIXED')),
  charge_fee boolean NOT NULL,
  discount_gross_amount boolean NOT NULL,
  amount_split bigint NOT NULL CHECK (amount_split >= 0),
  PRIMARY KEY (company_id, position),
  UNIQUE (company_id, participant_company_id)
);

CREATE TABLE company_access_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  -- SHA-256 of the token: a 256-bit random value needs no slow hash, and the token itself is shown once and not kept.
  token_hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'REVOKED')),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX company_access_tokens_company ON company_access_tokens (company_id);

-- Secrets the sandbox made for itself, so that all its processes agree. Live never reads this table.
CREATE TABLE generated_secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- The sandbox's business time is real time plus this many seconds. One row, moved forward only.
CREATE TABLE sandbox_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_seconds bigint NOT NULL DEFAULT 0 CHECK (offset_seconds >= 0)
);
INSERT INTO sandbox_clock DEFAULT VALUES;
