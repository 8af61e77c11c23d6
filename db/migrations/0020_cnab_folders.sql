-- Folders of banks that take files: the worker sends once a day and takes what the bank has left there.

-- The last business day whose file was made at its time; null: none yet.
ALTER TABLE cnab_accounts ADD COLUMN sent_on date;
-- Until when one worker has the folders of the account to itself, in real time.
ALTER TABLE cnab_accounts ADD COLUMN folders_leased_until timestamptz;

-- Remessas on their way into the outbox. A row goes once its file is there.
CREATE TABLE cnab_outgoing (
  file_id bigint PRIMARY KEY REFERENCES cnab_files,
  acquirer text NOT NULL,
  -- Where it stands whole in the outbox under another name, to be renamed once; null: it is not whole yet.
  whole_as text,
  created_at timestamptz NOT NULL
);
CREATE INDEX cnab_outgoing_of_account ON cnab_outgoing (acquirer, file_id);
