CREATE INDEX CONCURRENTLY acquirer_notifications_looks ON acquirer_notifications (look_again_at) WHERE look_again_at IS NOT NULL;
