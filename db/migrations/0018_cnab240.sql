-- Boletos that are registered by files (CNAB 240). What the bank said last is what these rows say.

-- The next nosso número and the next number of a file, for each acquirer; numbers are counted by year where the year is part of them.
CREATE TABLE cnab_counters (
  acquirer text NOT NULL,
  -- 0 where the year is no part of the number.
  year integer NOT NULL,
  next_number bigint NOT NULL CHECK (next_number > 0),
  PRIMARY KEY (acquirer, year)
);

CREATE TABLE cnab_accounts (
  acquirer text PRIMARY KEY,
  next_file integer NOT NULL DEFAULT 1 CHECK (next_file > 0),
  -- How often the database was put back when its counters were last named. Behind it nothing is drawn.
  epoch integer NOT NULL
);

CREATE TABLE cnab_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('remessa', 'retorno')),
  number integer NOT NULL,
  made_on date NOT NULL,
  titles integer NOT NULL,
  amount_cents bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  stored_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX cnab_remessas_numbered ON cnab_files (acquirer, number) WHERE direction = 'remessa';
CREATE UNIQUE INDEX cnab_retornos_once ON cnab_files (acquirer, sha256) WHERE direction = 'retorno';

-- A file in pieces, so that none is ever in memory as a whole. Stays: it is what was agreed with the bank.
CREATE TABLE cnab_file_parts (
  file_id bigint NOT NULL REFERENCES cnab_files,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);

CREATE TABLE cnab_titles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  -- Of the payment.
  reference text NOT NULL UNIQUE,
  sequence bigint NOT NULL,
  year integer NOT NULL,
  -- Without its check digit, as the bank's files name it.
  our_number text NOT NULL,
  document_number text NOT NULL,
  issued_on date NOT NULL,
  due_date date NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- Payer, terms and the last day on which it may be paid.
  terms jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('WAITING', 'SENT', 'REGISTERED', 'REJECTED', 'PAID', 'WRITTEN_OFF')),
  reason text,
  registered_at timestamptz,
  requested_change jsonb,
  paid_cents bigint,
  charges_cents bigint,
  discount_cents bigint,
  paid_on date,
  credit_on date,
  history jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT cnab_titles_numbered_once UNIQUE (acquirer, our_number),
  CONSTRAINT cnab_titles_paid_with_a_sum CHECK (num_nonnulls(paid_cents, charges_cents, discount_cents, paid_on) IN (0, 4))
);

-- What the next file tells the bank; afterwards, by which file it was told.
CREATE TABLE cnab_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  title_id bigint NOT NULL REFERENCES cnab_titles,
  movement text NOT NULL CHECK (movement IN ('entry', 'write_off', 'new_due_date')),
  -- Of a new due date.
  due_date date,
  file_id bigint REFERENCES cnab_files,
  created_at timestamptz NOT NULL,
  CONSTRAINT cnab_orders_dated CHECK ((movement = 'new_due_date') = (due_date IS NOT NULL))
);
CREATE INDEX cnab_orders_waiting ON cnab_orders (acquirer, id) WHERE file_id IS NULL;
CREATE UNIQUE INDEX cnab_orders_once ON cnab_orders (title_id, movement) WHERE file_id IS NULL;
CREATE INDEX cnab_orders_of_file ON cnab_orders (file_id, id) WHERE file_id IS NOT NULL;

-- Each pair of records of a retorno that took effect or was listed; the same pair again changes nothing.
CREATE TABLE cnab_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  content_hash bytea NOT NULL,
  file_id bigint NOT NULL REFERENCES cnab_files,
  line integer NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  -- Null: no title of ours.
  title_id bigint REFERENCES cnab_titles,
  our_number text,
  paid_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  note text,
  CONSTRAINT cnab_movements_once UNIQUE (acquirer, content_hash)
);
CREATE INDEX cnab_movements_of_file ON cnab_movements (file_id, id);
