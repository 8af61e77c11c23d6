-- Who did what to which object, from where, when. Append-only; only the function at the end deletes, by age, as the owner: the job
-- forget-audit-log calls it. Times are real time. Payers do not occur in it.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: of the installation, or of nobody who is known.
  merchant_id bigint REFERENCES merchants (id),
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
CREATE INDEX audit_log_of_merchant ON audit_log (merchant_id, created_at, id);
CREATE INDEX audit_log_by_action ON audit_log (merchant_id, action, created_at, id);
CREATE INDEX audit_log_by_actor ON audit_log (merchant_id, actor_kind, actor_id, created_at, id);
CREATE INDEX audit_log_by_object ON audit_log (merchant_id, object_kind, object_id, created_at, id);
CREATE INDEX audit_log_by_age ON audit_log (created_at);
CREATE UNIQUE INDEX audit_log_counted ON audit_log (coalesce(merchant_id, 0), counted_minute, action, counted_as)
  WHERE counted_minute IS NOT NULL;

CREATE FUNCTION refuse_all_but_counting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.counted_minute IS NOT NULL AND NEW.times = OLD.times + 1 AND NEW.details @> OLD.details
    AND to_jsonb(NEW) - ARRAY['times', 'details'] = to_jsonb(OLD) - ARRAY['times', 'details']
  THEN
    RETURN NEW;
  END IF;
  -- The month does not believe a time that the caller gives.
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '30 days'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_counting();
CREATE TRIGGER audit_log_keep BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- The oldest, at most so many. Answers how many there were.
CREATE FUNCTION forget_audit_log(older_than timestamptz, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  forgotten integer;
BEGIN
  IF NOT has_table_privilege(session_user, 'public.audit_log', 'DELETE') THEN
    RAISE EXCEPTION 'only the service forgets' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_log WHERE id = ANY (ARRAY(
    SELECT id FROM audit_log WHERE created_at < least(older_than, now() - interval '30 days')
    ORDER BY created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $$;
