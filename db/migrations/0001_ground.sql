-- What everything else stands on: two extensions, the guard of what is never rewritten, and what the installation remembers of itself.

-- What the search for names anywhere in them needs: trigrams, and a merchant's number beside them in one index. Both come with
-- PostgreSQL and may be created by whoever owns the database.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE EXCEPTION 'the search for customers needs the extensions pg_trgm and btree_gin, and this database refuses them (%). '
    'Install PostgreSQL''s contrib package if they are missing, run CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin; '
    'in this database as a role that may, and start again.', SQLERRM USING ERRCODE = SQLSTATE;
END $$;

-- Of what only grows.
CREATE FUNCTION refuse_any_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only; post a correcting journal', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- Each time that the database was put back to an earlier moment: from then on references begin with another epoch, and ids lie far above
-- those that people and banks have seen. One row for each restore; nobody deletes them.
CREATE TABLE restores (
  epoch integer PRIMARY KEY CHECK (epoch BETWEEN 1 AND 255),
  restored_at timestamptz NOT NULL,
  -- What was written above this number before the restore is lost, and the numbers are given out again: readers that had come further go
  -- on from here.
  began_by xid8 NOT NULL DEFAULT pg_current_xact_id()
);

CREATE TRIGGER restores_append_only BEFORE DELETE OR UPDATE ON restores FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER restores_keep BEFORE TRUNCATE ON restores FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- Which of several installations of one business this is: its identities begin at so many times 10¹², so that no two give out the same. One
-- row, made by the first start; nobody changes or deletes it.
CREATE TABLE own_cell (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  cell integer NOT NULL CHECK (cell BETWEEN 0 AND 8999)
);

CREATE TRIGGER own_cell_append_only BEFORE DELETE OR UPDATE ON own_cell FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER own_cell_keep BEFORE TRUNCATE ON own_cell FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- The sandbox's business time is real time plus this many seconds. One row, moved forward only.
CREATE TABLE sandbox_clock (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  offset_seconds bigint NOT NULL DEFAULT 0 CHECK (offset_seconds >= 0)
);
INSERT INTO sandbox_clock DEFAULT VALUES;

-- Secrets the sandbox made for itself, so that all its processes agree. Live never reads this table.
CREATE TABLE generated_secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);
