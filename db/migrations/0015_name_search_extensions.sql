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
