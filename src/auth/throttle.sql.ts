import type { Db } from '../db/pool.ts';

/** Only failures count, and only from where they came: a stranger's guesses never lock the owner out elsewhere. */
const MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
const MAX_FAILURES_PER_ADDRESS = 100;
export const THROTTLE_WINDOW_SECONDS = 60;

export interface LoginAttempt {
  accountHash: Buffer;
  address: string;
  at: Date;
}

export async function isLoginThrottled(db: Db, attempt: LoginAttempt): Promise<boolean> {
  const since = new Date(attempt.at.getTime() - THROTTLE_WINDOW_SECONDS * 1000);
  const [row] = await db.query<{ of_address: number; of_account: number }>(
    `SELECT count(*) AS of_address, count(*) FILTER (WHERE account_hash = $2) AS of_account
     FROM login_failures WHERE address = $1 AND failed_at > $3`,
    [attempt.address, attempt.accountHash, since],
  );
  if (!row) return false;
  return row.of_address >= MAX_FAILURES_PER_ADDRESS || row.of_account >= MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS;
}

export async function recordLoginFailure(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.query('INSERT INTO login_failures (account_hash, address, failed_at) VALUES ($1, $2, $3)', [
    attempt.accountHash,
    attempt.address,
    attempt.at,
  ]);
}

export async function forgetOldLoginFailures(db: Db, now: Date): Promise<void> {
  await db.query('DELETE FROM login_failures WHERE failed_at < $1', [new Date(now.getTime() - 10 * THROTTLE_WINDOW_SECONDS * 1000)]);
}
