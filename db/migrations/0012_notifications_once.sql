-- A notification that is sent again word for word is stored once. Null: stored before this was so.
ALTER TABLE acquirer_notifications ADD COLUMN content_hash bytea;
CREATE UNIQUE INDEX acquirer_notifications_once ON acquirer_notifications (acquirer, content_hash) WHERE content_hash IS NOT NULL;
