import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Scope } from '../accounts/permissions.rules.ts';
import type { Person } from '../accounts/second-factors/second-factors.sql.ts';
import { nameOfUser } from '../accounts/users.sql.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';

/** What every request with a key needs to know of it. */
export interface UsableKey {
  id: number;
  merchantId: number;
  name: string;
  scopes: Scope[];
  addresses: string[] | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const USABLE_KEY = statement(
  `SELECT k.id, k.merchant_id AS "merchantId", k.name, k.scopes, k.addresses, k.expires_at AS "expiresAt",
     k.last_used_at AS "lastUsedAt"
   FROM api_keys k ${joinMerchant('k.merchant_id')}
   WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND ${MERCHANT_IS_ACTIVE}`,
);

/** Whether it has expired is for the caller to say: the answer is kept for a moment. */
export async function findUsableKey(db: Db, keyHash: Buffer): Promise<UsableKey | null> {
  const [key] = await db.query<UsableKey>(USABLE_KEY, [keyHash]);
  return key ?? null;
}

/** Other processes see the key used as well: whoever comes within the minute writes nothing. */
export async function updateLastUsed(db: Db, key: UsableKey, at: Date): Promise<void> {
  await db.query(
    `UPDATE api_keys SET last_used_at = $3
     WHERE merchant_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at <= $3::timestamptz - interval '1 minute')`,
    [key.merchantId, key.id, at],
  );
}

export interface ListedKey {
  id: number;
  name: string;
  scopes: Scope[];
  hint: string;
  addresses: string[] | null;
  createdAt: Date;
  createdBy: number;
  creatorName: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const LISTED = `k.id, k.name, k.scopes, k.hint, k.addresses, k.created_at AS "createdAt", k.created_by AS "createdBy",
  ${nameOfUser('k.created_by')} AS "creatorName", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.last_used_at AS "lastUsedAt"`;

/** Newest first. */
export async function listKeysOfMerchant(db: Db, merchantId: number): Promise<ListedKey[]> {
  return db.query(`SELECT ${LISTED} FROM api_keys k WHERE k.merchant_id = $1 ORDER BY k.id DESC`, [merchantId]);
}

export interface NewKey {
  merchantId: number;
  name: string;
  keyHash: Buffer;
  hint: string;
  scopes: readonly Scope[];
  addresses: readonly string[] | null;
  createdBy: number;
  expiresAt: Date | null;
  at: Date;
}

export async function insertKey(tx: Tx, key: NewKey): Promise<ListedKey> {
  const [row] = await tx.query<ListedKey>(
    `INSERT INTO api_keys AS k
       (merchant_id, name, key_hash, hint, scopes, addresses, created_by, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${LISTED}`,
    [key.merchantId, key.name, key.keyHash, key.hint, key.scopes, key.addresses, key.createdBy, key.expiresAt, key.at],
  );
  return row as ListedKey;
}

const IS_LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)';

export interface HeldKey {
  id: number;
  name: string;
}

/** Those of one person that can still be used. */
export async function listLiveKeysOfUser(tx: Tx, user: Person, at: Date): Promise<HeldKey[]> {
  return tx.query<HeldKey>(
    `SELECT id, name FROM api_keys WHERE merchant_id = $1 AND ${IS_LIVE} AND created_by = $3 ORDER BY id`,
    [user.merchant_id, at, user.id],
  );
}

/** Whoever made it, or has taken it over; null where it is gone. */
export async function findHolderOfKey(db: Db, merchantId: number, id: number): Promise<number | null> {
  const [row] = await db.query<{ created_by: number }>(
    'SELECT created_by FROM api_keys WHERE merchant_id = $1 AND id = $2',
    [merchantId, id],
  );
  return row?.created_by ?? null;
}

/** From now on it counts as made by this person. */
export async function updateHolderOfKey(tx: Tx, holder: Person, id: number): Promise<void> {
  await tx.query('UPDATE api_keys SET created_by = $3 WHERE merchant_id = $1 AND id = $2', [
    holder.merchant_id,
    id,
    holder.id,
  ]);
}

export async function countLiveKeys(tx: Db, merchantId: number, at: Date): Promise<number> {
  const [row] = await tx.query<{ found: number }>(
    `SELECT count(*) AS found FROM api_keys WHERE merchant_id = $1 AND ${IS_LIVE}`,
    [merchantId, at],
  );
  return row?.found ?? 0;
}

/** All but the latest. A key that is forgotten is as unknown as one that was revoked. */
export async function forgetEndedKeys(tx: Tx, merchantId: number, at: Date, kept: number): Promise<void> {
  await tx.query(
    `DELETE FROM api_keys WHERE merchant_id = $1 AND id IN (
       SELECT id FROM api_keys WHERE merchant_id = $1 AND NOT (${IS_LIVE})
       ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $3)`,
    [merchantId, at, kept],
  );
}

export async function revokeKeyOfMerchant(tx: Tx, merchantId: number, id: number, at: Date): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `UPDATE api_keys SET revoked_at = $3 WHERE merchant_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name`,
    [merchantId, id, at],
  );
  return row?.name ?? null;
}
