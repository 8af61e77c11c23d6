import type { Db } from '../../../ground/db/pool.ts';
import { statement } from '../../../ground/db/statement.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { Chunk } from '../../../ground/queues/chunks.ts';
import { removeOldest } from '../../../ground/queues/remove-oldest.sql.ts';
import type { Entrance } from '../../merchants/installation.rules.ts';
import { type Person, USER_LACKS_SECOND_FACTOR } from '../second-factors/second-factors.sql.ts';
import { joinActiveUser, nameOfUser, USER_COLUMNS, USER_IS_ACTIVE, USER_IS_OPERATOR, type User } from '../users.sql.ts';

export interface Session {
  id: number;
  createdAt: Date;
  confirmedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface NewSession {
  tokenHash: Buffer;
  user: User;
  at: Date;
  expiresAt: Date;
  address: string;
  agent: string;
}

export async function insertSession(tx: Tx, { tokenHash, user, at, ...session }: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO dashboard_sessions (token_hash, merchant_id, user_id, user_version, created_at, confirmed_at,
       last_seen_at, expires_at, address, agent)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8)`,
    [tokenHash, user.merchant_id, user.id, user.version, at, session.expiresAt, session.address, session.agent],
  );
}

/** Keeps the newest. */
export async function removeSurplusSessions(tx: Tx, user: User, most: number): Promise<void> {
  await tx.query(
    `DELETE FROM dashboard_sessions WHERE merchant_id = $1 AND user_id = $2 AND id IN (
       SELECT id FROM dashboard_sessions WHERE merchant_id = $1 AND user_id = $2 ORDER BY id DESC OFFSET $3)`,
    [user.merchant_id, user.id, most],
  );
}

const SESSION_COLUMNS = `s.id AS "sessionId", s.created_at AS "createdAt", s.confirmed_at AS "confirmedAt",
  s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`;

const LIVE_SESSION = statement(
  `SELECT ${USER_COLUMNS}, ${SESSION_COLUMNS}, ${USER_LACKS_SECOND_FACTOR} AS "lacksSecondFactor"
   FROM dashboard_sessions s ${joinActiveUser('s.user_id', 's.user_version')}
   WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND ${USER_IS_ACTIVE}
     AND ${USER_IS_OPERATOR} = $4`,
);

export interface LiveSession {
  user: User;
  session: Session;
  /** The merchant insists on a second factor, and the user has none yet: there is nothing to do but set it up. */
  lacksSecondFactor: boolean;
}

type SessionRow = User & Omit<Session, 'id'> & { sessionId: number; lacksSecondFactor: boolean };

/**
 * The session that has not ended and its user, who may log in as before: one question for each request. One of the
 * other entrance is none.
 */
export async function findLiveSession(
  db: Db,
  tokenHash: Buffer,
  at: Date,
  idleSince: Date,
  entrance: Entrance,
): Promise<LiveSession | null> {
  const [row] = await db.query<SessionRow>(LIVE_SESSION, [tokenHash, at, idleSince, entrance === 'console']);
  if (!row) return null;
  const { sessionId, createdAt, confirmedAt, lastSeenAt, expiresAt, lacksSecondFactor, ...user } = row;
  return { user, session: { id: sessionId, createdAt, confirmedAt, lastSeenAt, expiresAt }, lacksSecondFactor };
}

export async function updateLastSeen(db: Db, user: User, sessionId: number, at: Date): Promise<void> {
  await db.query('UPDATE dashboard_sessions SET last_seen_at = $3 WHERE merchant_id = $1 AND id = $2', [
    user.merchant_id,
    sessionId,
    at,
  ]);
}

export async function updateConfirmed(db: Db, user: User, sessionId: number, at: Date): Promise<void> {
  await db.query('UPDATE dashboard_sessions SET confirmed_at = $3 WHERE merchant_id = $1 AND id = $2', [
    user.merchant_id,
    sessionId,
    at,
  ]);
}

export interface ClosedSession {
  sessionId: number;
  merchantId: number;
  userId: number;
  userName: string;
}

export async function removeSessionByToken(tx: Tx, tokenHash: Buffer): Promise<ClosedSession | null> {
  const [closed] = await tx.query<ClosedSession>(
    `DELETE FROM dashboard_sessions s WHERE s.token_hash = $1
     RETURNING s.id AS "sessionId", s.merchant_id AS "merchantId", s.user_id AS "userId",
       ${nameOfUser('s.user_id')} AS "userName"`,
    [tokenHash],
  );
  return closed ?? null;
}

export async function removeEndedSessions(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'dashboard_sessions', 'expires_at', { from, before });
}

export interface ListedSession extends Session {
  address: string;
  agent: string;
}

export async function listLiveSessions(db: Db, user: User, at: Date, idleSince: Date): Promise<ListedSession[]> {
  return db.query<ListedSession>(
    `SELECT id, created_at AS "createdAt", confirmed_at AS "confirmedAt", last_seen_at AS "lastSeenAt",
       expires_at AS "expiresAt", address, agent
     FROM dashboard_sessions
     WHERE merchant_id = $1 AND user_id = $2 AND user_version = $3 AND expires_at > $4 AND last_seen_at > $5
     ORDER BY id DESC`,
    [user.merchant_id, user.id, user.version, at, idleSince],
  );
}

export async function removeSession(tx: Tx, user: User, sessionId: number): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM dashboard_sessions WHERE merchant_id = $1 AND user_id = $2 AND id = $3 RETURNING id',
    [user.merchant_id, user.id, sessionId],
  );
  return rows.length > 0;
}

/** All of the user's but this one; all without one. Answers how many there were. */
export async function removeOtherSessions(tx: Db, user: Person, keptId: number | null): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM dashboard_sessions
     WHERE merchant_id = $1 AND user_id = $2 AND id IS DISTINCT FROM $3::bigint RETURNING id`,
    [user.merchant_id, user.id, keptId],
  );
  return rows.length;
}

/** After a change that ended what was opened before: this one goes on. */
export async function updateUserVersion(tx: Tx, user: User, sessionId: number, version: number): Promise<void> {
  await tx.query('UPDATE dashboard_sessions SET user_version = $3 WHERE merchant_id = $1 AND id = $2', [
    user.merchant_id,
    sessionId,
    version,
  ]);
}
