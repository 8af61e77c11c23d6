-- Above so many cents whoever moves money at the dashboard gives the password again. Null: nobody is asked.
ALTER TABLE companies ADD COLUMN confirm_above_cents bigint CHECK (confirm_above_cents >= 0);
