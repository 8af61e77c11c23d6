-- Payouts through banks without an API: an operator types them in, from numbered lists.

CREATE TABLE manual_lists (
  acquirer text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (acquirer, number)
);

-- Stays: it is what was handed to whoever pays.
CREATE TABLE manual_payouts (
  reference text PRIMARY KEY,
  acquirer text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  asked_at timestamptz NOT NULL,
  -- The one list that it is in; null while it waits for one.
  list integer,
  FOREIGN KEY (acquirer, list) REFERENCES manual_lists (acquirer, number)
);
CREATE INDEX manual_payouts_waiting ON manual_payouts (acquirer, asked_at, reference) WHERE list IS NULL;
CREATE INDEX manual_payouts_by_list ON manual_payouts (acquirer, list);
