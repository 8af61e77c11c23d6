-- How each bank is reached, by the name that payments and companies know it by. An operator writes and removes the rows
-- (`vintem acquirer set`, `remove`); processes read them every two seconds. `sealed` holds the secrets, encrypted under
-- ACQUIRER_KEY; `version` is another one after every change.
CREATE TABLE acquirer_configs (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$' AND name <> 'sandbox'),
  kind text NOT NULL CHECK (kind IN ('bacen-pix')),
  profile text NOT NULL,
  sealed text NOT NULL,
  version bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
