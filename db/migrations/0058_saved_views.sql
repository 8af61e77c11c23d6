-- What a user calls a list with certain filters. Users delete their own; there are few per user and page.
CREATE TABLE saved_views (
  merchant_id bigint NOT NULL REFERENCES merchants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  page text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, user_id, page, name)
);
