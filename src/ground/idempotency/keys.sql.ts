import type { Db } from '../db/pool.ts';
import { statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { Chunk } from '../queues/chunks.ts';
import { removeOldest } from '../queues/remove-oldest.sql.ts';
import type { Subject } from '../subjects/subject.rules.ts';

/** A repeat within this time meets the first request; after it, the key is free again. Real time. */
const KEPT_FOR_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

/** What the work made, so that a repeat can resume it. */
export type Work = Subject;

export interface KeyRecord {
  fingerprint: Buffer;
  work: Work;
  leased_until: Date;
  response_status: number | null;
  response_body: unknown;
}

const COLUMNS = `fingerprint, json_build_object('kind', subject_kind, 'id', subject_id) AS work, leased_until,
  response_status, response_body`;

const FIND_KEY = statement(
  `SELECT ${COLUMNS} FROM idempotency_keys WHERE merchant_id = $1 AND key = $2 AND created_at > $3`,
);

export async function findKey(db: Db, merchantId: number, key: string, now: Date): Promise<KeyRecord | null> {
  const [row] = await db.query<KeyRecord>(FIND_KEY, [merchantId, key, oldestKept(now)]);
  return row ?? null;
}

/** That a request wants a key: data, to be written together with the work that it stands for. */
export interface KeyClaim {
  merchantId: number;
  key: string;
  fingerprint: Buffer;
  /** One of a kind for each claim. */
  owner: string;
  leasedUntil: Date;
  now: Date;
}

/** A claim as a row of a record set, tied to its work by the work's reference. */
export interface NewKey {
  reference: string;
  merchant_id: number;
  key: string;
  fingerprint: string;
  owner: string;
  leased_until: Date;
  created_at: Date;
}

export function newKeyOf(claim: KeyClaim, reference: string): NewKey {
  return {
    reference,
    merchant_id: claim.merchantId,
    key: claim.key,
    fingerprint: `\\x${claim.fingerprint.toString('hex')}`,
    owner: claim.owner,
    leased_until: claim.leasedUntil,
    created_at: claim.now,
  };
}

/**
 * Part of the statement that stores work under keys. Reads the record set `keys` and the CTE `keyed_work (reference,
 * kind, id)`; gives `taken_keys (reference)`: the work that must not be stored, because another request has its key. A
 * record that is past its time makes way. Waits for a request that is just claiming the same key. Of two claims to one
 * key in one set, one gets it.
 */
export const claimKeys = (keys: string) => `
  asked_keys AS (
    SELECT * FROM jsonb_to_recordset(${keys}) AS k(
      reference text, merchant_id bigint, key text, fingerprint bytea, owner text,
      leased_until timestamptz, created_at timestamptz)
  ), claimed_keys AS (
    INSERT INTO idempotency_keys AS held
      (merchant_id, key, fingerprint, subject_kind, subject_id, owner, leased_until, created_at)
    SELECT DISTINCT ON (k.merchant_id, k.key)
      k.merchant_id, k.key, k.fingerprint, w.kind, w.id, k.owner, k.leased_until, k.created_at
    FROM asked_keys k JOIN keyed_work w USING (reference) ORDER BY k.merchant_id, k.key
    ON CONFLICT (merchant_id, key) DO UPDATE SET
      fingerprint = EXCLUDED.fingerprint, subject_kind = EXCLUDED.subject_kind,
      subject_id = EXCLUDED.subject_id, owner = EXCLUDED.owner,
      leased_until = EXCLUDED.leased_until, created_at = EXCLUDED.created_at,
      response_status = NULL, response_body = NULL
    WHERE held.created_at <= EXCLUDED.created_at - interval '${KEPT_FOR_HOURS} hours'
    RETURNING owner
  ), taken_keys AS (
    SELECT reference FROM asked_keys WHERE owner NOT IN (SELECT owner FROM claimed_keys)
  )`;

/** The final answer of work under a key, as a row of a record set. */
export interface KeyAnswer {
  merchant_id: number;
  key: string;
  owner: string;
  work_id: number;
  body: unknown;
}

export function keyAnswerOf({ merchantId, key, owner }: KeyClaim, workId: number, body: unknown): KeyAnswer {
  return { merchant_id: merchantId, key, owner, work_id: workId, body };
}

/**
 * Part of a statement that finishes work under keys: keeps the answers of the record set `answers` to the work in the
 * CTE `answered_work (id)`, under keys that are still their owner's. Gives `answered_keys (work_id)`.
 */
export const answerKeys = (answers: string) => `
  answered_keys AS (
    UPDATE idempotency_keys held SET response_status = 200, response_body = a.body
    FROM jsonb_to_recordset(${answers}) AS a(
        merchant_id bigint, key text COLLATE "C", owner text, work_id bigint, body jsonb)
      JOIN answered_work w ON w.id = a.work_id
    WHERE held.merchant_id = a.merchant_id AND held.key = a.key AND held.owner = a.owner
    RETURNING a.work_id
  )`;

/** A claim, and the work that it stands for. */
export interface ClaimedWork {
  claim: KeyClaim;
  work: Work;
}

/** For work that was written by statements before, in the same transaction. False when another request has a key. */
export async function insertKeys(tx: Tx, claimed: readonly ClaimedWork[]): Promise<boolean> {
  const keys = claimed.map(({ claim, work }) => ({ ...newKeyOf(claim, claim.owner), ...work }));
  const taken = await tx.query(
    `WITH keyed_work AS (SELECT * FROM jsonb_to_recordset($1) AS w(reference text, kind text, id bigint)),
       ${claimKeys('$1')}
     SELECT reference FROM taken_keys`,
    [JSON.stringify(keys)],
  );
  return taken.length === 0;
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

export async function storeAnswer(
  db: Db,
  { merchantId, key, owner }: Owned,
  status: number,
  body: unknown,
): Promise<void> {
  await db.query(
    `UPDATE idempotency_keys SET response_status = $4, response_body = $5
     WHERE merchant_id = $1 AND key = $2 AND owner = $3`,
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

/**
 * The work under these keys is still open: their day begins anew, so that no repeat is taken for something new. Once in
 * a while is enough.
 */
export async function keepKeysOf(db: Db, { kind, id }: Work, now: Date): Promise<void> {
  await db.query(
    `UPDATE idempotency_keys SET created_at = $3
     WHERE subject_kind = $1 AND subject_id = $2 AND response_status IS NULL AND created_at < $4`,
    [kind, id, now, new Date(now.getTime() - (KEPT_FOR_HOURS / 2) * HOUR_MS)],
  );
}

/** Nothing came of it: the key is free. */
export async function deleteKey(db: Db, { merchantId, key, owner }: Owned): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE merchant_id = $1 AND key = $2 AND owner = $3', [
    merchantId,
    key,
    owner,
  ]);
}

/** The oldest that are past their time. One that is just being claimed anew is in other hands and is left alone. */
export async function removeOldestKeys(tx: Tx, from: Date | null, now: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'idempotency_keys', 'created_at', { from, before: oldestKept(now) });
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - KEPT_FOR_HOURS * HOUR_MS);
}
