-- A notification that is sent again word for word is stored once.
CREATE UNIQUE INDEX CONCURRENTLY acquirer_notifications_once ON acquirer_notifications (acquirer, content_hash) WHERE content_hash IS NOT NULL;
-- A seal reads the events of a day in the order in which they were numbered.
CREATE UNIQUE INDEX CONCURRENTLY events_by_position ON events (position);
