-- Events, written in the transaction that changes a status. They may be forgotten after years, where an operator says so (EVENT_YEARS).
-- Append-only stays the rule: only the function at the end deletes, as the owner, and nothing younger than a year.

CREATE TABLE events (
  id text PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  company_id bigint,
  -- What it is about, as a journal says it. Null: of no subject, as a test of a webhook.
  subject_kind text,
  subject_id bigint,
  kind text NOT NULL,
  -- Rises with each event of one subject.
  sequence integer CHECK (sequence > 0),
  -- The text that is signed and sent, byte for byte.
  payload text NOT NULL,
  -- Real time: the schedule of deliveries counts from here.
  occurred_at timestamptz NOT NULL,
  -- The feed is cut here: a lower position may be committed later than a higher one, a lower transaction below the
  -- snapshot's horizon may not.
  written_by xid8 NOT NULL DEFAULT
    greatest(pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT events_numbered_by_subject UNIQUE (subject_id, subject_kind, sequence),
  CONSTRAINT events_numbered_with_a_subject CHECK (num_nonnulls(subject_kind, subject_id, sequence) IN (0, 3))
);
-- A seal reads the events of a day in the order in which they were numbered.
CREATE UNIQUE INDEX events_by_position ON events (position);
CREATE INDEX events_by_writer ON events USING brin ((written_by::text::bigint)) WITH (autosummarize = on);
CREATE INDEX events_feed ON events (merchant_id, written_by, position);

CREATE FUNCTION refuse_all_but_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.occurred_at < now() - interval '1 year'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only; post a correcting journal', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_all_but_forgetting();
CREATE TRIGGER events_keep BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

-- How far events were forgotten, so that the audit can tell that from what somebody erased.
CREATE TABLE event_horizon (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  -- Every event up to here was judged; those that had to stay are still there.
  through_position bigint NOT NULL,
  -- The highest payment of which an event was forgotten.
  through_payment_id bigint NOT NULL
);
INSERT INTO event_horizon (through_position, through_payment_id) VALUES (0, 0);

CREATE TRIGGER event_horizon_keep BEFORE TRUNCATE ON event_horizon FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();

CREATE FUNCTION refuse_all_but_moving_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.through_position >= OLD.through_position
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only moves on, when events are forgotten', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER event_horizon_moves_on BEFORE INSERT OR DELETE OR UPDATE ON event_horizon FOR EACH ROW
  EXECUTE FUNCTION refuse_all_but_moving_on();

-- The oldest events that nobody has judged yet, at most so many. What stays: the latest of each subject, which carries the next number and
-- can be sent again. An event that is young or still in the delivery log ends the turn. Answers how many were judged.
CREATE FUNCTION forget_events(older_than timestamptz, at_most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before timestamptz := least(older_than, now() - interval '1 year');
  known bigint;
  first_kept bigint;
  judged bigint[];
  last_payment bigint;
BEGIN
  IF NOT has_table_privilege(session_user, 'public.events', 'DELETE') THEN
    RAISE EXCEPTION 'only the service forgets events' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- One at a time. Others come back later.
  SELECT through_position INTO known FROM event_horizon FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  WITH oldest AS (
    SELECT position, occurred_at FROM events WHERE position > known ORDER BY position LIMIT at_most
  )
  SELECT coalesce(array_agg(position ORDER BY position), '{}') INTO judged FROM oldest
  WHERE position < coalesce((SELECT min(young.position) FROM oldest young WHERE young.occurred_at >= before), position + 1);
  -- Held first and looked at afterwards, by a statement of its own: a resend that was faster is seen then.
  PERFORM FROM events WHERE position = ANY (judged) ORDER BY position FOR UPDATE;
  SELECT min(e.position) INTO first_kept FROM events e WHERE e.position = ANY (judged)
    AND (EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND NOT d.is_resend)
      OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.is_resend));
  judged := ARRAY(SELECT position FROM unnest(judged) AS position WHERE first_kept IS NULL OR position < first_kept ORDER BY 1);
  IF judged = '{}' THEN
    RETURN 0;
  END IF;
  WITH forgotten AS (
    DELETE FROM events e WHERE e.position = ANY (judged)
      AND (e.sequence IS NULL OR EXISTS (
        SELECT FROM events later WHERE later.subject_id = e.subject_id AND later.subject_kind = e.subject_kind
          AND later.sequence > e.sequence))
    RETURNING e.subject_kind, e.subject_id
  )
  SELECT coalesce(max(subject_id) FILTER (WHERE subject_kind = 'payment'), 0) INTO last_payment FROM forgotten;
  UPDATE event_horizon SET through_position = judged[cardinality(judged)], through_payment_id = greatest(through_payment_id, last_payment);
  RETURN cardinality(judged);
END $$;
