-- Another has its place. The release before goes by the index by reference meanwhile, which holds the same rows.
DROP INDEX acquirer_notifications_open;
