import type { Db } from '../db/pool.ts';
import { statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';
import type { Role } from './permissions.rules.ts';

export interface User {
  id: number;
  merchant_id: number;
  name: string;
  email: string;
  version: number;
  role: Role;
}

/** Need `joinActiveUser` in the same statement. */
export const USER_COLUMNS = 'u.id, u.merchant_id, u.name, u.email, u.version, u.role';
export const USER_IS_ACTIVE = `u.status = 'ACTIVE' AND ${MERCHANT_IS_ACTIVE}`;

/** Joins, to rows that name a user as of a version, that user and its merchant, unless the version is another now. */
export const joinActiveUser = (idColumn: string, versionColumn: string) =>
  `JOIN users u ON u.id = ${idColumn} AND u.version = ${versionColumn} ${joinMerchant('u.merchant_id')}`;

const ACTIVE_USERS = `
  SELECT ${USER_COLUMNS}, u.password_hash
  FROM users u ${joinMerchant('u.merchant_id')}
  WHERE ${USER_IS_ACTIVE}`;

export async function findActiveUserByEmail(db: Db, email: string): Promise<(User & { password_hash: string }) | null> {
  const [user] = await db.query<User & { password_hash: string }>(`${ACTIVE_USERS} AND u.email = $1`, [email]);
  return user ?? null;
}

const ACTIVE_USER = statement(
  `SELECT id, merchant_id, name, email, version, role
   FROM (${ACTIVE_USERS} AND u.id = $1 AND u.version = $2) AS active`,
);

export async function findActiveUser(db: Db, id: number, version: number): Promise<User | null> {
  const [user] = await db.query<User>(ACTIVE_USER, [id, version]);
  return user ?? null;
}

export async function insertUser(
  tx: Tx,
  user: { merchantId: number; name: string; email: string; passwordHash: string; now: Date },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'INSERT INTO users (merchant_id, name, email, password_hash, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [user.merchantId, user.name, user.email, user.passwordHash, user.now],
  );
  return (row as { id: number }).id;
}

/** More people than that are not told of one trouble. */
const MOST_TOLD = 20;

/** Where a merchant's people are reached: its active users, if it is active itself. */
export async function listEmailsOfMerchant(db: Db, merchantId: number): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `SELECT email FROM (${ACTIVE_USERS} AND u.merchant_id = $1) AS active ORDER BY id LIMIT ${MOST_TOLD}`,
    [merchantId],
  );
  return rows.map(({ email }) => email);
}

/** The user's own name and the name of its merchant, whether active or not. */
export async function findNamesOfUser(db: Db, email: string): Promise<string[] | null> {
  const [row] = await db.query<{ names: string[] }>(
    `SELECT ARRAY[u.name, merchant.name] AS names FROM users u ${joinMerchant('u.merchant_id')} WHERE u.email = $1`,
    [email],
  );
  return row?.names ?? null;
}

/** Raising the version ends every token issued before. Answers the new one. */
export async function updatePassword(tx: Tx, email: string, passwordHash: string): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    'UPDATE users SET password_hash = $2, version = version + 1 WHERE email = $1 RETURNING version',
    [email, passwordHash],
  );
  return (row as { version: number }).version;
}

export async function updateUserName(db: Db, user: User, name: string): Promise<void> {
  await db.query('UPDATE users SET name = $3 WHERE merchant_id = $1 AND id = $2', [user.merchant_id, user.id, name]);
}
