-- How the books are watched over: a seal for each night, and what the nightly audit found.

-- The nightly seal: how many rows there were, what they summed up to, and a hash over what never changes in them, each seal
-- chained to the one before. What was erased or rewritten afterwards shows. Six rows a night, which nobody deletes.
CREATE TABLE seals (
  number bigint PRIMARY KEY CHECK (number > 0),
  -- The last day in São Paulo that was over when it was made.
  day date NOT NULL UNIQUE,
  made_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL
);

CREATE TRIGGER seals_append_only BEFORE DELETE OR UPDATE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seals_keep BEFORE TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

CREATE TABLE seal_parts (
  seal_number bigint NOT NULL REFERENCES seals,
  subject text NOT NULL,
  -- Identities above this one, up to and with that one. Gaps are normal: a transaction that was rolled back used its number up.
  after_id bigint NOT NULL,
  through_id bigint NOT NULL,
  row_count bigint NOT NULL,
  sum_cents bigint NOT NULL,
  digest text NOT NULL,
  -- Rows by transactions from this one on, below that one, among identities above `after_id`, up to and with `through_id`. Null: whoever
  -- wrote them, where transactions are numbered anew since the seal before.
  from_xid xid8,
  below_xid xid8,
  -- The lowest identity among them; null where there is none.
  first_id bigint,
  PRIMARY KEY (seal_number, subject),
  CONSTRAINT seal_parts_from_and_below CHECK ((from_xid IS NULL) = (below_xid IS NULL) AND from_xid <= below_xid)
);

CREATE TRIGGER seal_parts_append_only BEFORE DELETE OR UPDATE ON seal_parts FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seal_parts_keep BEFORE TRUNCATE ON seal_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- What the nightly audit found, one row for each night. The job that writes it deletes what is older than a year.
CREATE TABLE audit_runs (
  -- The day in São Paulo on which it was due.
  night date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  -- Until then nobody else begins; a process that died gives the night back.
  leased_until timestamptz NOT NULL,
  finished_at timestamptz,
  -- How many checks held, and what was found broken: the name of the first such check and how many rows it showed.
  checks_held integer,
  broken_check text,
  findings integer,
  CONSTRAINT audit_runs_finished_with_a_result CHECK (
    num_nonnulls(finished_at, findings, checks_held) IN (0, 3) AND (coalesce(findings, 0) > 0) = (broken_check IS NOT NULL))
);
CREATE INDEX audit_runs_finished ON audit_runs (finished_at) WHERE finished_at IS NOT NULL;
