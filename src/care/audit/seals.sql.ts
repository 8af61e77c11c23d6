import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Range } from './seal-range.rules.ts';
import type { Subject } from './sealed-rows.sql.ts';

export interface Seal {
  number: number;
  day: string;
  made_at: Date;
  previous_hash: string;
  hash: string;
}

export interface SealPart extends Range {
  subject: Subject;
  /** The lowest identity among its rows; null where there is none, and in seals of the releases before. */
  first_id: number | null;
  row_count: number;
  sum_cents: number;
  digest: string;
}

const SEAL = 'number, day, made_at, previous_hash, hash';

export async function findLatestSeal(db: Db): Promise<Seal | null> {
  const [row] = await db.query<Seal>(`SELECT ${SEAL} FROM seals ORDER BY number DESC LIMIT 1`);
  return row ?? null;
}

/** Newest first. */
export async function listSeals(db: Db, most: number): Promise<Seal[]> {
  return db.query(`SELECT ${SEAL} FROM seals ORDER BY number DESC LIMIT $1`, [most]);
}

/** One at a time, in order: there is one for each night. */
export async function findNextSeal(db: Db, afterNumber: number): Promise<Seal | null> {
  const [row] = await db.query<Seal>(`SELECT ${SEAL} FROM seals WHERE number > $1 ORDER BY number LIMIT 1`, [
    afterNumber,
  ]);
  return row ?? null;
}

export async function listSealParts(db: Db, number: number): Promise<SealPart[]> {
  return db.query(
    `SELECT subject, after_id, through_id, from_xid::text, below_xid::text, first_id, row_count, sum_cents, digest
     FROM seal_parts WHERE seal_number = $1 ORDER BY subject`,
    [number],
  );
}

/** False when another process has made it meanwhile. */
export async function insertSeal(tx: Tx, seal: Seal, parts: readonly SealPart[]): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO seals (number, day, made_at, previous_hash, hash) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING number`,
    [seal.number, seal.day, seal.made_at, seal.previous_hash, seal.hash],
  );
  if (rows.length === 0) return false;
  await tx.query(
    `INSERT INTO seal_parts (seal_number, subject, after_id, through_id, from_xid, below_xid, first_id, row_count,
       sum_cents, digest)
     SELECT $1, p.subject, p.after_id, p.through_id, p.from_xid, p.below_xid, p.first_id, p.row_count, p.sum_cents,
       p.digest
     FROM jsonb_to_recordset($2) AS p(subject text, after_id bigint, through_id bigint, from_xid xid8, below_xid xid8,
       first_id bigint, row_count bigint, sum_cents bigint, digest text)`,
    [seal.number, JSON.stringify(parts)],
  );
  return true;
}
