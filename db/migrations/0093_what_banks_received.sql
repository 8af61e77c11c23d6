-- Where the daily search for returns goes on with each acquirer: over the payments of the last 180 days, page by page. One row for each
-- acquirer, replaced each day; nobody deletes it.
CREATE TABLE return_searches (
  acquirer text PRIMARY KEY,
  searched_on date NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  next_page integer NOT NULL CHECK (next_page >= 0),
  -- How often the next page was asked for in vain.
  failures integer NOT NULL DEFAULT 0,
  finished_at timestamptz
);
