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
    (finished_at IS NULL) = (findings IS NULL) AND (finished_at IS NULL) = (checks_held IS NULL)
    AND (coalesce(findings, 0) > 0) = (broken_check IS NOT NULL))
);
CREATE INDEX audit_runs_finished ON audit_runs (finished_at) WHERE finished_at IS NOT NULL;
