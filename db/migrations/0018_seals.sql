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

CREATE TABLE seal_parts (
  seal_number bigint NOT NULL REFERENCES seals (number),
  subject text NOT NULL,
  -- Identities above this one, up to and with that one. Gaps are normal: a transaction that was rolled back used its number up.
  after_id bigint NOT NULL,
  through_id bigint NOT NULL,
  row_count bigint NOT NULL,
  sum_cents bigint NOT NULL,
  digest text NOT NULL,
  PRIMARY KEY (seal_number, subject)
);
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seals_keep BEFORE TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seal_parts_append_only BEFORE UPDATE OR DELETE ON seal_parts FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seal_parts_keep BEFORE TRUNCATE ON seal_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
