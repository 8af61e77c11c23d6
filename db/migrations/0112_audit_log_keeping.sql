-- For how many days an entry of the audit log is kept at least, whatever the service asks for: one row, of AUDIT_LOG_DAYS as the owner of the
-- tables had it when they migrated. Who is let in as the service, by whatever way, cannot shorten it and erase what they did.
CREATE TABLE audit_log_keeping (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
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

CREATE TRIGGER audit_log_keeping_is_owners BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON audit_log_keeping
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_all_but_owner();

-- Entries before this may be forgotten. Without a row, none.
CREATE FUNCTION audit_log_kept_since() RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT now() - make_interval(days => days) FROM audit_log_keeping), '-infinity')
$$;

CREATE OR REPLACE FUNCTION refuse_all_but_counting() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION forget_audit_log(older_than timestamptz, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
