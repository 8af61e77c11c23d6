import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { joinMerchant, MERCHANT_REQUIRES_OTP } from '../../merchants/merchants.sql.ts';
import type { CodeFailures } from './totp.rules.ts';

/** Whose rows: what a user is known by. */
export interface Person {
  id: number;
  merchant_id: number;
}

/** For statements that name a user `u`. */
export const USER_HAS_SECOND_FACTOR = `EXISTS (
  SELECT FROM second_factors f
  WHERE f.merchant_id = u.merchant_id AND f.user_id = u.id AND f.confirmed_at IS NOT NULL)`;

/** Needs `joinMerchant` besides: the user's merchant insists, and the user has none yet. */
export const USER_LACKS_SECOND_FACTOR = `(${MERCHANT_REQUIRES_OTP} AND NOT ${USER_HAS_SECOND_FACTOR})`;

export interface SecondFactor extends CodeFailures {
  secretSealed: string;
  confirmedAt: Date | null;
}

export async function findSecondFactor(db: Db, { merchant_id, id }: Person): Promise<SecondFactor | null> {
  const [row] = await db.query<SecondFactor>(
    `SELECT secret_sealed AS "secretSealed", confirmed_at AS "confirmedAt", failures, failing_since AS "failingSince"
     FROM second_factors WHERE merchant_id = $1 AND user_id = $2`,
    [merchant_id, id],
  );
  return row ?? null;
}

/** Whether the user has one, and whether the merchant insists. */
export async function findSecondFactorDuty(
  db: Db,
  { merchant_id, id }: Person,
): Promise<{ hasOne: boolean; isRequired: boolean }> {
  const [row] = await db.query<{ hasOne: boolean; isRequired: boolean }>(
    `SELECT ${USER_HAS_SECOND_FACTOR} AS "hasOne", ${MERCHANT_REQUIRES_OTP} AS "isRequired"
     FROM users u ${joinMerchant('u.merchant_id')} WHERE u.merchant_id = $1 AND u.id = $2`,
    [merchant_id, id],
  );
  return row ?? { hasOne: false, isRequired: false };
}

/** Takes the place of one that was never confirmed; false when there is one that was. */
export async function insertPendingSecondFactor(
  db: Db,
  { merchant_id, id }: Person,
  secretSealed: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO second_factors AS f (merchant_id, user_id, secret_sealed, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (merchant_id, user_id) DO UPDATE SET secret_sealed = $3, created_at = $4
     WHERE f.confirmed_at IS NULL RETURNING user_id`,
    [merchant_id, id, secretSealed, now],
  );
  return rows.length > 0;
}

/** False when it was confirmed meanwhile, or another secret took its place. */
export async function confirmSecondFactor(
  tx: Tx,
  { merchant_id, id }: Person,
  confirmed: { secretSealed: string; step: number; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE second_factors SET confirmed_at = $5, last_step = $4
     WHERE merchant_id = $1 AND user_id = $2 AND secret_sealed = $3 AND confirmed_at IS NULL RETURNING user_id`,
    [merchant_id, id, confirmed.secretSealed, confirmed.step, confirmed.now],
  );
  return rows.length > 0;
}

/** Each step is taken once, and none before one that was: of two who send the same code, one is refused. */
export async function takeStep(db: Db, { merchant_id, id }: Person, step: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE second_factors SET last_step = $3, failures = 0, failing_since = NULL
     WHERE merchant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL AND last_step < $3 RETURNING user_id`,
    [merchant_id, id, step],
  );
  return rows.length > 0;
}

/** Counts from one again when the last count began before `windowStart`. */
export async function countWrongCode(
  db: Db,
  { merchant_id, id }: Person,
  at: { now: Date; windowStart: Date },
): Promise<void> {
  await db.query(
    `UPDATE second_factors SET
       failures = CASE WHEN failing_since > $4 THEN failures + 1 ELSE 1 END,
       failing_since = CASE WHEN failing_since > $4 THEN failing_since ELSE $3 END
     WHERE merchant_id = $1 AND user_id = $2`,
    [merchant_id, id, at.now, at.windowStart],
  );
}

/** With the codes for who lost the device. False when there was none. */
export async function removeSecondFactor(tx: Tx, { merchant_id, id }: Person): Promise<boolean> {
  await tx.query('DELETE FROM recovery_codes WHERE merchant_id = $1 AND user_id = $2', [merchant_id, id]);
  const rows = await tx.query('DELETE FROM second_factors WHERE merchant_id = $1 AND user_id = $2 RETURNING user_id', [
    merchant_id,
    id,
  ]);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { merchant_id, id }: Person,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE merchant_id = $1 AND user_id = $2', [merchant_id, id]);
  await tx.query(
    `INSERT INTO recovery_codes (merchant_id, user_id, code_hash)
     SELECT $1, $2, hash FROM unnest($3::bytea[]) AS hash`,
    [merchant_id, id, hashes],
  );
}

export async function takeRecoveryCode(db: Db, { merchant_id, id }: Person, hash: Buffer): Promise<boolean> {
  const rows = await db.query(
    'DELETE FROM recovery_codes WHERE merchant_id = $1 AND user_id = $2 AND code_hash = $3 RETURNING user_id',
    [merchant_id, id, hash],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Db, { merchant_id, id }: Person): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM recovery_codes WHERE merchant_id = $1 AND user_id = $2',
    [merchant_id, id],
  );
  return row?.count ?? 0;
}

export interface SealedFactor {
  merchant_id: number;
  user_id: number;
  secret_sealed: string;
}

/** Some of them in the order of users, locked until they are written again. */
export async function lockSealedFactors(tx: Tx, afterUserId: number, limit: number): Promise<SealedFactor[]> {
  return tx.query<SealedFactor>(
    `SELECT merchant_id, user_id, secret_sealed FROM second_factors
     WHERE user_id > $1 ORDER BY user_id LIMIT $2 FOR UPDATE`,
    [afterUserId, limit],
  );
}

export async function updateSealedFactor(tx: Tx, factor: SealedFactor): Promise<void> {
  await tx.query('UPDATE second_factors SET secret_sealed = $3 WHERE merchant_id = $1 AND user_id = $2', [
    factor.merchant_id,
    factor.user_id,
    factor.secret_sealed,
  ]);
}
