import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Subject } from '../subjects/subject.rules.ts';

/** A repeat within this time meets the first request; after it, the key is free again. Real time. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

export interface KeyRecord {
  fingerprint: Buffer;
  work: Work;
  leased_until: Date;
  response_status: number | null;
  response_body: unknown;
}

/** What the work made, so that a repeat can resume it. */
export type Work = Subject;

/** Keys from before migration 0022 name their payment or refund only; a day after it there are none. */
const WORK = `json_build_object('kind', coalesce(subject_kind, CASE WHEN refund_id IS NULL THEN 'payment' ELSE 'refund' END),
  'id', coalesce(subject_id, refund_id, payment_id))`;
const COLUMNS = `fingerprint, ${WORK} AS work, leased_until, response_status, response_body`;

export async function findKey(db: Db, merchantId: number, key: string, now: Date): Promise<KeyRecord | null> {
  const [row] = await db.query<KeyRecord>(
    `SELECT ${COLUMNS} FROM idempotency_keys WHERE merchant_id = $1 AND key = $2 AND created_at > $3`,
    [merchantId, key, oldestKept(now)],
  );
  return row ?? null;
}

export interface KeyClaim {
  merchantId: number;
  key: string;
  fingerprint: Buffer;
  owner: string;
  leasedUntil: Date;
  now: Date;
}

/** False when another request has the key; a record that is past its time makes way. Waits for a request that is just claiming it. */
export async function insertKey(tx: Tx, claim: KeyClaim, work: Work): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO idempotency_keys AS k (merchant_id, key, fingerprint, subject_kind, subject_id, owner, leased_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (merchant_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, subject_kind = EXCLUDED.subject_kind,
       subject_id = EXCLUDED.subject_id, owner = EXCLUDED.owner, leased_until = EXCLUDED.leased_until, created_at = EXCLUDED.created_at,
       response_status = NULL, response_body = NULL
     WHERE k.created_at <= $9
     RETURNING owner`,
    [claim.merchantId, claim.key, claim.fingerprint, work.kind, work.id, claim.owner, claim.leasedUntil, claim.now, oldestKept(claim.now)],
  );
  return rows.length > 0;
}

/** Takes over from a request whose lease has run out; one of many repeats gets it. */
export async function takeOverKey(db: Db, claim: KeyClaim): Promise<KeyRecord | null> {
  const [row] = await db.query<KeyRecord>(
    `UPDATE idempotency_keys SET owner = $3, leased_until = $4
     WHERE merchant_id = $1 AND key = $2 AND leased_until <= $5 AND response_status IS NULL RETURNING ${COLUMNS}`,
    [claim.merchantId, claim.key, claim.owner, claim.leasedUntil, claim.now],
  );
  return row ?? null;
}

type Owned = Pick<KeyClaim, 'merchantId' | 'key' | 'owner'>;

export async function storeAnswer(db: Db, { merchantId, key, owner }: Owned, status: number, body: unknown): Promise<void> {
  await db.query(
    'UPDATE idempotency_keys SET response_status = $4, response_body = $5 WHERE merchant_id = $1 AND key = $2 AND owner = $3',
    [merchantId, key, owner, status, JSON.stringify(body)],
  );
}

/** The outcome is open: the next repeat may resume at once. */
export async function releaseKey(db: Db, { merchantId, key, owner }: Owned, now: Date): Promise<void> {
  await db.query('UPDATE idempotency_keys SET leased_until = $4 WHERE merchant_id = $1 AND key = $2 AND owner = $3', [
    merchantId,
    key,
    owner,
    now,
  ]);
}

/** Nothing came of it: the key is free. */
export async function deleteKey(db: Db, { merchantId, key, owner }: Owned): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE merchant_id = $1 AND key = $2 AND owner = $3', [merchantId, key, owner]);
}

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE created_at <= $1', [oldestKept(now)]);
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - KEPT_FOR_MS);
}
