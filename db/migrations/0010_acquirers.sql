-- Banks: how each is reached, what it tells us, and how its days are compared with ours.

-- How each bank is reached, by the name that payments and companies know it by. An operator writes and removes the rows
-- (`vintem acquirer set`, `remove`); processes read them every two seconds. `sealed` holds the secrets, encrypted under
-- ACQUIRER_KEY; `version` is another one after every change.
CREATE TABLE acquirer_configs (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$' AND name <> 'sandbox'),
  kind text NOT NULL,
  profile text NOT NULL,
  sealed text NOT NULL,
  version bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- What the acquirer sent us, stored before it is acknowledged. Only a hint: it is worked off by asking the acquirer.
CREATE TABLE acquirer_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  worked_at timestamptz,
  -- A notification that is sent again word for word is stored once.
  content_hash bytea NOT NULL,
  -- A callback may be faster than the bank's own reads: where it brought nothing new, the bank is asked again a little later.
  look_again_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  CONSTRAINT acquirer_notifications_once UNIQUE (acquirer, content_hash)
);
CREATE INDEX acquirer_notifications_by_reference ON acquirer_notifications (reference) WHERE worked_at IS NULL;
CREATE INDEX acquirer_notifications_looks ON acquirer_notifications (look_again_at) WHERE look_again_at IS NOT NULL;
CREATE INDEX acquirer_notifications_open ON acquirer_notifications (next_attempt_at) WHERE worked_at IS NULL;

-- What each day came to with each acquirer, by its word and by ours. One row for each acquirer and day; the job forget-old-reports
-- deletes them after years.
CREATE TABLE daily_comparisons (
  acquirer text NOT NULL,
  day date NOT NULL,
  our_count bigint NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunded_cents bigint NOT NULL,
  acquirer_count bigint NOT NULL,
  acquirer_paid_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  -- Disagreements about payments of this acquirer that were known by then and not resolved: what a difference is usually made of.
  open_divergences bigint NOT NULL,
  made_at timestamptz NOT NULL,
  -- The last day in São Paulo on which it was compared.
  compared_on date NOT NULL,
  -- How many unknown receipts there were on the day, and their sum.
  unknown_count bigint NOT NULL DEFAULT 0,
  unknown_cents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (acquirer, day)
);
CREATE INDEX daily_comparisons_by_day ON daily_comparisons (day);

-- What a report said before its figures moved. At most one row per report and repeat; they go with their report.
CREATE TABLE daily_comparison_changes (
  acquirer text NOT NULL,
  day date NOT NULL,
  our_count bigint NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunded_cents bigint NOT NULL,
  acquirer_count bigint NOT NULL,
  acquirer_paid_cents bigint NOT NULL,
  acquirer_refunded_cents bigint NOT NULL,
  open_divergences bigint NOT NULL,
  made_at timestamptz NOT NULL,
  -- When the figures were seen to be others.
  replaced_at timestamptz NOT NULL,
  unknown_count bigint NOT NULL DEFAULT 0,
  unknown_cents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (acquirer, day, replaced_at),
  FOREIGN KEY (acquirer, day) REFERENCES daily_comparisons
);

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

-- Payments that a bank has received under references that no payment of ours has: made by another system that shares the account, or after
-- the moment that a restore brought back. The job forget-old-reports deletes those that were closed or given back, with the reports of
-- their day.
CREATE TABLE unknown_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acquirer text NOT NULL,
  -- The day in São Paulo on which it was received.
  day date NOT NULL,
  end_to_end_id text NOT NULL,
  reference text NOT NULL,
  amount_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  paid_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  reason text,
  -- A receipt that the operator has bound to a payment is part of what the bank says about that payment, for as long as the payment is
  -- there: nobody deletes such a row.
  bound_payment_id bigint REFERENCES payments,
  bound_at timestamptz,
  bound_by text,
  binding_reason text,
  -- The sum of its bookings. One that was booked and then given back differs from what is left of it, and is open again.
  booked_cents bigint NOT NULL DEFAULT 0,
  -- The merchant who is told of a payment that nobody here knows: the only one whose establishments use that account. Null where several
  -- share it, because telling one would show the money of another. Read by the job that writes notices.
  told_merchant_id bigint,
  UNIQUE (acquirer, end_to_end_id),
  CONSTRAINT unknown_receipts_booked_alone CHECK (booked_cents = 0 OR (bound_payment_id IS NULL AND closed_at IS NULL)),
  CONSTRAINT unknown_receipts_bound_with_reason CHECK (
    num_nonnulls(bound_payment_id, bound_at, bound_by, binding_reason) IN (0, 4) AND num_nonnulls(bound_payment_id, closed_at) < 2),
  CONSTRAINT unknown_receipts_closed_with_reason CHECK (num_nonnulls(closed_at, closed_by, reason) IN (0, 3))
);
CREATE INDEX unknown_receipts_bound ON unknown_receipts (bound_payment_id) WHERE bound_payment_id IS NOT NULL;
CREATE INDEX unknown_receipts_by_day ON unknown_receipts (day, acquirer);
CREATE INDEX unknown_receipts_told ON unknown_receipts (first_seen_at) WHERE told_merchant_id IS NOT NULL;

-- What the operator has put into the books of receipts that belong to no payment: positive from the acquirer, negative back to it, where
-- the bank gave a booked one back. Each has one journal. Rows stay, as the books do: nobody deletes them.
CREATE TABLE receipt_bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id bigint NOT NULL REFERENCES unknown_receipts,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- Null: the platform.
  company_id bigint REFERENCES companies,
  booked_at timestamptz NOT NULL,
  booked_by text NOT NULL,
  reason text NOT NULL
);
CREATE INDEX receipt_bookings_by_receipt ON receipt_bookings (receipt_id);

CREATE TRIGGER receipt_bookings_append_only BEFORE DELETE OR UPDATE ON receipt_bookings FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER receipt_bookings_keep BEFORE TRUNCATE ON receipt_bookings FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
