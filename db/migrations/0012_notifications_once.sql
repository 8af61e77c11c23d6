-- A notification that is sent again word for word is stored once. Null: stored before this was so.
ALTER TABLE acquirer_notifications ADD COLUMN content_hash bytea;
