-- What a journal, an event and an idempotency key are about: a kind and an id, so that work of a new kind needs no new column. Only
-- the definitions of the tables change, whatever their size. Rows from before keep null: readers take their payment or refund
-- instead (src/subjects/subjects.sql.ts).
--
-- payment_id and refund_id stay for the processes of the release before, which read and write nothing else. The triggers keep both
-- ways of saying it the same. The release after this one drops these columns with their indexes and foreign keys: of
-- idempotency_keys at once, whose rows live for a day; of ledger_journals and events after it has filled the rows from before.
ALTER TABLE ledger_journals
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id bigint,
  ALTER COLUMN payment_id DROP NOT NULL;

ALTER TABLE events
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id bigint,
  -- An event of another subject is numbered, too. The trigger holds this for every subject.
  DROP CONSTRAINT events_check;

ALTER TABLE idempotency_keys
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id bigint,
  -- The trigger holds this for every kind of work.
  DROP CONSTRAINT idempotency_keys_check;

CREATE FUNCTION name_subject_of_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subject_kind IS NULL AND NEW.subject_id IS NULL AND NEW.payment_id IS NOT NULL THEN
    NEW.subject_kind := 'payment';
    NEW.subject_id := NEW.payment_id;
  END IF;
  IF NEW.subject_kind IS NULL OR NEW.subject_id IS NULL THEN
    RAISE EXCEPTION 'a journal has a subject' USING ERRCODE = 'check_violation';
  END IF;
  NEW.payment_id := CASE WHEN NEW.subject_kind = 'payment' THEN NEW.subject_id END;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_journals_name_subject BEFORE INSERT ON ledger_journals
  FOR EACH ROW EXECUTE FUNCTION name_subject_of_journal();

CREATE FUNCTION name_subject_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subject_kind IS NULL AND NEW.subject_id IS NULL AND NEW.payment_id IS NOT NULL THEN
    NEW.subject_kind := 'payment';
    NEW.subject_id := NEW.payment_id;
  END IF;
  IF (NEW.subject_kind IS NULL) <> (NEW.subject_id IS NULL) OR (NEW.subject_id IS NULL) <> (NEW.sequence IS NULL) THEN
    RAISE EXCEPTION 'event %: an event has a number exactly when it has a subject', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  NEW.payment_id := CASE WHEN NEW.subject_kind = 'payment' THEN NEW.subject_id END;
  RETURN NEW;
END $$;
CREATE TRIGGER events_name_subject BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION name_subject_of_event();

-- A key that is past its time is overwritten, by this release and by the one before: whichever way of saying it changed is right.
CREATE FUNCTION name_subject_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_said_the_old_way boolean := NEW.subject_kind IS NULL AND NEW.subject_id IS NULL;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.payment_id, NEW.refund_id) IS DISTINCT FROM (OLD.payment_id, OLD.refund_id) THEN
    is_said_the_old_way := (NEW.subject_kind, NEW.subject_id) IS NOT DISTINCT FROM (OLD.subject_kind, OLD.subject_id);
  END IF;
  IF is_said_the_old_way AND num_nonnulls(NEW.payment_id, NEW.refund_id) = 1 THEN
    NEW.subject_kind := CASE WHEN NEW.refund_id IS NULL THEN 'payment' ELSE 'refund' END;
    NEW.subject_id := coalesce(NEW.refund_id, NEW.payment_id);
  END IF;
  IF NEW.subject_kind IS NULL OR NEW.subject_id IS NULL THEN
    RAISE EXCEPTION 'key % of merchant %: a key has a subject', NEW.key, NEW.merchant_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.payment_id := CASE WHEN NEW.subject_kind = 'payment' THEN NEW.subject_id END;
  NEW.refund_id := CASE WHEN NEW.subject_kind = 'refund' THEN NEW.subject_id END;
  RETURN NEW;
END $$;
CREATE TRIGGER idempotency_keys_name_subject BEFORE INSERT OR UPDATE OF payment_id, refund_id, subject_kind, subject_id
  ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION name_subject_of_key();
