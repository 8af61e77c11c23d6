/** How many rows a worker takes at once; it works on all of them before it comes again. */
export const CLAIM_SIZE = 64;
/** Longer than the calls to an acquirer about one row may take; a worker that died gives its rows back after this. */
const LEASE_MS = 60_000;

export interface Claim {
  /** By which what is due is told, business or real time. */
  now: Date;
  realNow: Date;
}

/** Of a statement that leases what it claims: $1 is now, $2 real time, $3 the end of the lease. */
export const leaseParameters = ({ now, realNow }: Claim) => [now, realNow, new Date(realNow.getTime() + LEASE_MS)];

/** Whether nobody has the row at the time in `realNow`. */
export const isFree = (leasedUntil: string, realNow: string) =>
  `(${leasedUntil} IS NULL OR ${leasedUntil} <= ${realNow})`;

/**
 * Ends a `SELECT … FROM` a table that is a queue: what is due at $1, the longest due first, and locked. Locks cannot be
 * held across a network call, so the statement around it writes a lease, or the time of the next attempt, in real time.
 * SKIP LOCKED lets many workers claim at once without waiting for each other.
 */
export const takeDue = ({
  dueAt,
  isOpen,
  limit = String(CLAIM_SIZE),
}: {
  dueAt: string;
  isOpen: string;
  limit?: string;
}) => `WHERE ${isOpen} AND ${dueAt} <= $1 ORDER BY ${dueAt} LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

/**
 * A condition of a statement by itself, always true: with it the statement does not wait for the disk. For claims, and
 * for notes of what was done that lead to no more than doing it once more where they are lost with the machine.
 */
export const WITHOUT_WAITING_FOR_DISK = "(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL";
