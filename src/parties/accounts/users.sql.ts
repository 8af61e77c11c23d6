import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { type Entrance, INSTALLATION } from '../merchants/installation.rules.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';
import type { Role, StoredRole } from './permissions.rules.ts';
import { type Person, USER_HAS_SECOND_FACTOR, USER_LACKS_SECOND_FACTOR } from './second-factors/second-factors.sql.ts';

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

/** Whether the user `u` logs in at the console; compared with a parameter, so that one statement serves both. */
export const USER_IS_OPERATOR = `(u.merchant_id = ${INSTALLATION})`;
const isAt = (entrance: Entrance) => entrance === 'console';

/** Joins, to rows that name a user as of a version, that user and its merchant, unless the version is another now. */
export const joinActiveUser = (idColumn: string, versionColumn: string) =>
  `JOIN users u ON u.id = ${idColumn} AND u.version = ${versionColumn} ${joinMerchant('u.merchant_id')}`;

/** Part of a statement of another owner: what the user whose id stands in `idColumn` is called. */
export const nameOfUser = (idColumn: string) => `(SELECT u.name FROM users u WHERE u.id = ${idColumn})`;

const ACTIVE_USERS = `
  SELECT ${USER_COLUMNS}, u.password_hash, ${USER_LACKS_SECOND_FACTOR} AS lacks_second_factor
  FROM users u ${joinMerchant('u.merchant_id')}
  WHERE ${USER_IS_ACTIVE}`;

/** Somebody at the door. */
export interface LoginUser extends User {
  password_hash: string;
  /** The merchant insists on a second factor, and there is none yet. */
  lacks_second_factor: boolean;
}

/** Whoever logs in there with this e-mail; the same e-mail may be somebody's at the other entrance. */
export async function findActiveUserByEmail(
  db: Db,
  email: string,
  entrance: Entrance = 'dashboard',
): Promise<LoginUser | null> {
  const [user] = await db.query<LoginUser>(`${ACTIVE_USERS} AND u.email = $1 AND ${USER_IS_OPERATOR} = $2`, [
    email,
    isAt(entrance),
  ]);
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

export interface NewUser {
  merchantId: number;
  name: string;
  email: string;
  passwordHash: string;
  role: StoredRole;
  now: Date;
}

export async function insertUser(tx: Tx, user: NewUser): Promise<User> {
  const [row] = await tx.query<User>(
    `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id, merchant_id, name, email, version, role`,
    [user.merchantId, user.name, user.email, user.passwordHash, user.role, user.now],
  );
  return row as User;
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

/** Whom what touches all of the merchant's money is told. */
export async function listOwnerEmailsOfMerchant(db: Db, merchantId: number): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `SELECT email FROM (${ACTIVE_USERS} AND u.merchant_id = $1 AND u.role = 'OWNER') AS active
     ORDER BY id LIMIT ${MOST_TOLD}`,
    [merchantId],
  );
  return rows.map(({ email }) => email);
}

/** The user's own name and the name of its merchant, whether active or not. */
export async function findNamesOfUser(db: Db, user: Person): Promise<string[]> {
  const [row] = await db.query<{ names: string[] }>(
    `SELECT ARRAY[u.name, merchant.name] AS names FROM users u ${joinMerchant('u.merchant_id')}
     WHERE u.merchant_id = $1 AND u.id = $2`,
    [user.merchant_id, user.id],
  );
  return row?.names ?? [];
}

/** Raising the version ends every token issued before. Answers the new one. */
export async function updatePassword(tx: Tx, user: Person, passwordHash: string): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `UPDATE users SET password_hash = $3, version = version + 1 WHERE merchant_id = $1 AND id = $2
     RETURNING version`,
    [user.merchant_id, user.id, passwordHash],
  );
  return (row as { version: number }).version;
}

export interface ListedUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  status: 'ACTIVE' | 'INACTIVE';
  second_factor: boolean;
  created_at: Date;
}

const LISTED_COLUMNS = `u.id, u.name, u.email, u.role, u.status, u.created_at,
  ${USER_HAS_SECOND_FACTOR} AS second_factor`;

/** As many as a merchant may have. */
export async function listUsersOfMerchant(db: Db, merchantId: number, most: number): Promise<ListedUser[]> {
  return db.query<ListedUser>(`SELECT ${LISTED_COLUMNS} FROM users u WHERE u.merchant_id = $1 ORDER BY u.id LIMIT $2`, [
    merchantId,
    most,
  ]);
}

export async function findUserOfMerchant(db: Db, merchantId: number, userId: number): Promise<ListedUser | null> {
  const [user] = await db.query<ListedUser>(
    `SELECT ${LISTED_COLUMNS} FROM users u WHERE u.merchant_id = $1 AND u.id = $2`,
    [merchantId, userId],
  );
  return user ?? null;
}

/** Counted under the merchant's lock, these stay as many until its transaction ends. */
export async function countUsersOfMerchant(db: Db, merchantId: number): Promise<{ all: number; owners: number }> {
  const [row] = await db.query<{ all: number; owners: number }>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE role = 'OWNER' AND status = 'ACTIVE') AS owners
     FROM users WHERE merchant_id = $1`,
    [merchantId],
  );
  return row as { all: number; owners: number };
}

/** Ends every token and session of before. */
export async function updateRoleAndStatus(
  tx: Tx,
  merchantId: number,
  user: Pick<ListedUser, 'id' | 'status'> & { role: StoredRole },
): Promise<void> {
  await tx.query('UPDATE users SET role = $3, status = $4, version = version + 1 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    user.id,
    user.role,
    user.status,
  ]);
}

/** Ends every token and session of before. Answers the new version, or null without such a user. */
export async function raiseVersion(db: Db, merchantId: number, userId: number): Promise<number | null> {
  const [row] = await db.query<{ version: number }>(
    'UPDATE users SET version = version + 1 WHERE merchant_id = $1 AND id = $2 RETURNING version',
    [merchantId, userId],
  );
  return row?.version ?? null;
}

/** Ends every token and session of those who have no second factor. */
export async function raiseVersionsWithoutSecondFactor(tx: Tx, merchantId: number): Promise<void> {
  await tx.query(
    `UPDATE users u SET version = version + 1 WHERE u.merchant_id = $1 AND NOT ${USER_HAS_SECOND_FACTOR}`,
    [merchantId],
  );
}

/** Until the transaction ends, others that lock this user wait. */
export async function lockUser(tx: Tx, { merchant_id, id }: User): Promise<void> {
  await tx.query('SELECT FROM users WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE', [merchant_id, id]);
}

/** Whoever may log in or not: for the operator, who knows an e-mail. */
export async function findUserByEmail(db: Db, email: string, entrance: Entrance = 'dashboard'): Promise<User | null> {
  const [user] = await db.query<User>(
    `SELECT ${USER_COLUMNS} FROM users u WHERE u.email = $1 AND ${USER_IS_OPERATOR} = $2`,
    [email, isAt(entrance)],
  );
  return user ?? null;
}

/** Somebody of any merchant, active or not: for operators, who come by an id. */
export async function findUserOfAnyMerchant(
  db: Db,
  id: number,
): Promise<(ListedUser & { merchant_id: number }) | null> {
  const [user] = await db.query<ListedUser & { merchant_id: number }>(
    `SELECT ${LISTED_COLUMNS}, u.merchant_id FROM users u WHERE u.id = $1 AND NOT ${USER_IS_OPERATOR}`,
    [id],
  );
  return user ?? null;
}

/** Part of a statement of another owner: whether somebody of the merchant logs in with the e-mail `$1`. */
export const merchantHasUser = (merchantId: string, email: string) =>
  `EXISTS (SELECT FROM users u WHERE u.email = ${email} AND u.merchant_id = ${merchantId})`;

/** Part of a statement of another owner: how many people the merchant has who may log in. */
export const countedUsers = (merchantId: string) =>
  `(SELECT count(*) FROM users u WHERE u.merchant_id = ${merchantId} AND u.status = 'ACTIVE')`;

export async function updateUserName(db: Db, user: User, name: string): Promise<void> {
  await db.query('UPDATE users SET name = $3 WHERE merchant_id = $1 AND id = $2', [user.merchant_id, user.id, name]);
}
