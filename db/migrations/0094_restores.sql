-- Each time that the database was put back to an earlier moment: from then on references begin with another epoch, and ids lie far above
-- those that people and banks have seen. One row for each restore; nobody deletes them.
CREATE TABLE restores (
  epoch integer PRIMARY KEY CHECK (epoch BETWEEN 1 AND 255),
  restored_at timestamptz NOT NULL
);
CREATE TRIGGER restores_append_only BEFORE UPDATE OR DELETE ON restores FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER restores_keep BEFORE TRUNCATE ON restores FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
