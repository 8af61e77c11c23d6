-- Two others have its place.
DROP INDEX payouts_due;
