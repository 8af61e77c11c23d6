-- The slug of a bill is made longer by what nobody guesses: a hyphen and six random characters.
ALTER TABLE payment_links
  DROP CONSTRAINT payment_links_slug_check,
  ADD CONSTRAINT payment_links_slug_check CHECK (slug ~ '^[a-z0-9-]{3,47}$') NOT VALID;

-- Who has tried to be known as the payer of a bill by typing a document, and when, of the last hour of real time. The job
-- forget-link-tries deletes a row when its last try no longer counts.
CREATE TABLE payment_link_tries (
  merchant_id bigint NOT NULL,
  link_id bigint NOT NULL,
  -- As limits count addresses, which is not as they were written.
  address text NOT NULL COLLATE "C",
  tried_at timestamptz[] NOT NULL CHECK (cardinality(tried_at) BETWEEN 1 AND 5),
  last_tried_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, link_id, address)
);
CREATE INDEX payment_link_tries_by_age ON payment_link_tries (last_tried_at);
