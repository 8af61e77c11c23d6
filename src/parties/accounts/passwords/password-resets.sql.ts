import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { Chunk } from '../../../ground/queues/chunks.ts';
import { removeOldest } from '../../../ground/queues/remove-oldest.sql.ts';
import type { Person } from '../second-factors/second-factors.sql.ts';
import { joinActiveUser, USER_COLUMNS, USER_IS_ACTIVE, type User } from '../users.sql.ts';

export interface NewReset {
  tokenHash: Buffer;
  user: User;
  at: Date;
  expiresAt: Date;
}

export async function insertReset(db: Db, { tokenHash, user, at, expiresAt }: NewReset): Promise<void> {
  await db.query(
    `INSERT INTO password_resets (token_hash, merchant_id, user_id, user_version, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash, user.merchant_id, user.id, user.version, at, expiresAt],
  );
}

export async function countResetsSince(db: Db, user: User, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM password_resets WHERE merchant_id = $1 AND user_id = $2 AND created_at > $3',
    [user.merchant_id, user.id, since],
  );
  return row?.count ?? 0;
}

export interface LiveReset {
  user: User;
  expiresAt: Date;
}

const LIVE_RESET = `
  SELECT ${USER_COLUMNS}, r.expires_at AS "expiresAt"
  FROM password_resets r ${joinActiveUser('r.user_id', 'r.user_version')}
  WHERE r.token_hash = $1 AND r.expires_at > $2 AND ${USER_IS_ACTIVE}`;

/** Good as long as nothing else has ended the user's sessions since. */
export async function findLiveReset(db: Db, tokenHash: Buffer, at: Date): Promise<LiveReset | null> {
  return resetOf(await db.query<User & { expiresAt: Date }>(LIVE_RESET, [tokenHash, at]));
}

/** Nobody else uses it, or changes the user's password, until the transaction ends. */
export async function lockLiveReset(tx: Tx, tokenHash: Buffer, at: Date): Promise<LiveReset | null> {
  return resetOf(await tx.query<User & { expiresAt: Date }>(`${LIVE_RESET} FOR UPDATE OF r, u`, [tokenHash, at]));
}

function resetOf([row]: (User & { expiresAt: Date })[]): LiveReset | null {
  if (!row) return null;
  const { expiresAt, ...user } = row;
  return { user, expiresAt };
}

/** Answers how many there were. */
export async function removeResetsOfUser(tx: Tx, user: Person): Promise<number> {
  const rows = await tx.query(
    'DELETE FROM password_resets WHERE merchant_id = $1 AND user_id = $2 RETURNING token_hash',
    [user.merchant_id, user.id],
  );
  return rows.length;
}

export async function removeEndedResets(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'password_resets', 'expires_at', { from, before });
}
