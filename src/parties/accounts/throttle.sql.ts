import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { removeOldest } from '../../ground/queues/remove-oldest.sql.ts';
import {
  MANY_FAILURES_OF_ACCOUNT,
  MAX_FAILURES_PER_ADDRESS,
  type RecentLogins,
  THROTTLE_WINDOW_SECONDS,
} from './login-throttle.rules.ts';

export interface LoginAttempt {
  accountHash: Buffer;
  /** The key that the limits count by, which is not the address as it was written. */
  address: string;
  at: Date;
}

/** Stops counting at the limit: an account under attack may have any number of failures. */
export async function countRecentLogins(db: Db, attempt: LoginAttempt): Promise<RecentLogins> {
  const since = new Date(attempt.at.getTime() - THROTTLE_WINDOW_SECONDS * 1000);
  const [row] = await db.query<RecentLogins>(
    `SELECT
       (SELECT count(*) FROM (SELECT FROM login_failures WHERE address = $1 AND failed_at > $3 LIMIT $4) f)
         AS "failuresOfAddress",
       (SELECT count(*) FROM (SELECT FROM login_failures WHERE account_hash = $2 AND failed_at > $3 LIMIT $5) f)
         AS "failuresOfAccount",
       (SELECT count(*) FROM login_failures WHERE address = $1 AND account_hash = $2 AND failed_at > $3)
         AS "failuresOfAccountAndAddress",
       (SELECT count(*) FROM login_successes WHERE account_hash = $2 AND address = $1 AND logged_in_at > $3)
         AS "loginsOfAccountAndAddress"`,
    [attempt.address, attempt.accountHash, since, MAX_FAILURES_PER_ADDRESS, MANY_FAILURES_OF_ACCOUNT],
  );
  return row as RecentLogins;
}

export async function recordLoginFailure(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.query('INSERT INTO login_failures (account_hash, address, failed_at) VALUES ($1, $2, $3)', [
    attempt.accountHash,
    attempt.address,
    attempt.at,
  ]);
}

export async function recordLogin(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.query('INSERT INTO login_successes (account_hash, address, logged_in_at) VALUES ($1, $2, $3)', [
    attempt.accountHash,
    attempt.address,
    attempt.at,
  ]);
}

export async function removeOldestFailures(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'login_failures', 'failed_at', { from, before });
}

export async function removeOldestLogins(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'login_successes', 'logged_in_at', { from, before });
}
