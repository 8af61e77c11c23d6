-- Reminders of boletos by e-mail: which days a company wants, who ordered a payment, what is sent on a day, and who wants none.

-- Days from the due date on which payers are reminded, negative before it. Null: never.
ALTER TABLE companies ADD COLUMN reminder_days smallint[];
CREATE INDEX companies_that_remind ON companies (merchant_id) WHERE reminder_days IS NOT NULL;

-- Whether the merchant ordered, by the interface or at the dashboard; false: somebody at a public page. Null: from before this was kept,
-- and then what names a payment link may have come from its page.
ALTER TABLE payments ADD COLUMN ordered_by_merchant boolean;

-- One e-mail each. The row is taken and committed before the mail is sent, and what was taken is never sent again: a process that dies in
-- between leaves TAKEN, and no second mail. No text and no address is kept but its hash. A job deletes reminders after thirty days; what
-- belongs to a removed customer goes with the customer's data.
-- No foreign key: rows come from the payment itself, which is never deleted.
CREATE TABLE reminders (
  merchant_id bigint NOT NULL,
  payment_id bigint NOT NULL,
  -- In São Paulo: it is sent on this day or never.
  day date NOT NULL,
  -- Which of its merchant's of that day it is: the first of everybody go before the second of anybody.
  place integer NOT NULL,
  address_hash bytea NOT NULL,
  status text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'TAKEN', 'SENT', 'FAILED', 'MOOT')),
  attempts integer NOT NULL DEFAULT 0,
  -- Real time, as the next one.
  next_attempt_at timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, payment_id, day)
);
CREATE UNIQUE INDEX reminders_one_a_day ON reminders (day, address_hash);
CREATE INDEX reminders_waiting ON reminders (day, next_attempt_at, place, payment_id) WHERE status = 'WAITING';
CREATE INDEX reminders_by_age ON reminders (created_at);

-- How far the open boletos of a merchant were gone through on its last day with reminders. One row for each merchant that ever had any;
-- nobody deletes them.
CREATE TABLE reminder_rounds (
  merchant_id bigint PRIMARY KEY REFERENCES merchants,
  day date NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  turns integer NOT NULL DEFAULT 0,
  -- The place of the last reminder that was found.
  found integer NOT NULL DEFAULT 0,
  -- The last payment that was looked at.
  at_created_at timestamptz NOT NULL,
  at_payment_id bigint NOT NULL
);
CREATE INDEX reminder_rounds_open ON reminder_rounds (day, turns) WHERE NOT is_done;

-- Who wants no reminders of a company any more. One row for each address and company; nobody deletes them, because a wish not to be
-- written to has no end.
CREATE TABLE reminder_refusals (
  merchant_id bigint NOT NULL REFERENCES merchants,
  address_hash bytea NOT NULL,
  company_id bigint NOT NULL REFERENCES companies,
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, address_hash, company_id)
);
