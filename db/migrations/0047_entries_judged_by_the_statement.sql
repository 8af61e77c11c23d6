-- What two foreign keys asked row by row, two look-ups for each entry, the guard of journals asks once for each journal and company of
-- a statement. Journals are never deleted or changed, and a company with entries is kept below.
CREATE OR REPLACE FUNCTION refuse_unbalanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT a.journal_id, summed.total INTO broken
  FROM (SELECT DISTINCT journal_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT sum(e.amount_cents) AS total FROM ledger_entries e WHERE e.journal_id = a.journal_id
  ) AS summed
  WHERE summed.total <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % sums to %', broken.journal_id, broken.total USING ERRCODE = 'check_violation';
  END IF;
  -- A journal is closed with its transaction; what comes later is a journal of its own.
  SELECT a.journal_id AS id, opened.is_ours INTO broken FROM (SELECT DISTINCT journal_id FROM added) AS a
  CROSS JOIN LATERAL (
    SELECT (SELECT j.xmin = pg_current_xact_id()::xid FROM ledger_journals j WHERE j.id = a.journal_id) AS is_ours
  ) AS opened
  WHERE opened.is_ours IS NOT TRUE LIMIT 1;
  IF FOUND AND broken.is_ours IS NULL THEN
    RAISE EXCEPTION 'there is no journal %', broken.id USING ERRCODE = 'foreign_key_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'journal % is closed', broken.id USING ERRCODE = 'check_violation';
  END IF;
  SELECT a.company_id AS id INTO broken FROM (SELECT DISTINCT company_id FROM added WHERE company_id IS NOT NULL) AS a
  WHERE NOT EXISTS (SELECT FROM companies c WHERE c.id = a.company_id FOR KEY SHARE) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no company %', broken.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_loss_of_a_company_in_the_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_entries WHERE company_id = OLD.id) THEN
    RAISE EXCEPTION 'company % is in the books', OLD.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER companies_in_the_books BEFORE DELETE OR UPDATE OF id ON companies FOR EACH ROW
  EXECUTE FUNCTION refuse_loss_of_a_company_in_the_books();

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_journal_id_fkey,
  DROP CONSTRAINT ledger_entries_company_id_fkey;
