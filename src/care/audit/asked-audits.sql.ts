import type { Db } from '../../ground/db/pool.ts';
import type { AuditOutcome } from './audit-runs.sql.ts';

/** A process that dies gives an audit back after the lease; after so many that did, nobody tries it again. */
const MOST_TRIES = 5;

export interface AskedAudit {
  id: number;
  asked_at: Date;
  asked_by: string;
  started_at: Date | null;
  leased_until: Date | null;
  check_number: number | null;
  check_name: string | null;
  ended_at: Date | null;
  checks_held: number | null;
  broken_check: string | null;
  findings: number | null;
  broken_rows: Record<string, unknown>[] | null;
}

const COLUMNS = `id, asked_at, asked_by, started_at, leased_until, check_number, check_name, ended_at, checks_held,
  broken_check, findings, broken_rows`;

/** Null: one that somebody asked for has not ended. */
export async function insertAskedAudit(db: Db, askedBy: string, now: Date): Promise<AskedAudit | null> {
  const [row] = await db.query<AskedAudit>(
    `INSERT INTO asked_audits (asked_at, asked_by) VALUES ($1, $2)
     ON CONFLICT ((ended_at IS NULL)) WHERE ended_at IS NULL DO NOTHING RETURNING ${COLUMNS}`,
    [now, askedBy],
  );
  return row ?? null;
}

/** Newest first. */
export async function listAskedAudits(db: Db, most: number): Promise<AskedAudit[]> {
  return db.query(`SELECT ${COLUMNS} FROM asked_audits ORDER BY id DESC LIMIT $1`, [most]);
}

export async function findOpenAudit(db: Db): Promise<AskedAudit | null> {
  const [row] = await db.query<AskedAudit>(`SELECT ${COLUMNS} FROM asked_audits WHERE ended_at IS NULL`);
  return row ?? null;
}

/** Who works on it: the try tells this claim from any later one. */
export interface AskedLease {
  id: number;
  tries: number;
}

/** Null: nobody asked, or somebody is at it. */
export async function claimAskedAudit(db: Db, now: Date, until: Date): Promise<AskedLease | null> {
  const [row] = await db.query<AskedLease>(
    `UPDATE asked_audits
     SET started_at = $1, leased_until = $2, tries = tries + 1, check_number = NULL, check_name = NULL
     WHERE ended_at IS NULL AND coalesce(leased_until, $1) <= $1 AND tries < ${MOST_TRIES} RETURNING id, tries`,
    [now, until],
  );
  return row ?? null;
}

/** Somebody is still at it, and that far. */
export async function renewAskedAudit(
  db: Db,
  { id, tries }: AskedLease,
  at: { until: Date; number: number | null; name: string | null },
): Promise<void> {
  await db.query(
    `UPDATE asked_audits SET leased_until = $3, check_number = $4, check_name = $5
     WHERE id = $1 AND tries = $2 AND ended_at IS NULL`,
    [id, tries, at.until, at.number, at.name],
  );
}

/** It did not begin, or not run through: from then on anybody may try. Not to have begun is no try. */
export async function giveBackAskedAudit(
  db: Db,
  { id, tries }: AskedLease,
  { againAt, isTry }: { againAt: Date; isTry: boolean },
): Promise<void> {
  await db.query(
    `UPDATE asked_audits SET leased_until = $3, tries = tries - $4::integer WHERE id = $1 AND tries = $2
       AND ended_at IS NULL`,
    [id, tries, againAt, isTry ? 0 : 1],
  );
}

export async function finishAskedAudit(
  db: Db,
  { id, tries }: AskedLease,
  { finishedAt, checksHeld, brokenCheck, findings }: AuditOutcome,
  brokenRows: Record<string, unknown>[] | null,
): Promise<void> {
  await db.query(
    `UPDATE asked_audits SET ended_at = $3, checks_held = $4, broken_check = $5, findings = $6, broken_rows = $7
     WHERE id = $1 AND tries = $2 AND ended_at IS NULL`,
    [id, tries, finishedAt, checksHeld, brokenCheck, findings, brokenRows && JSON.stringify(brokenRows)],
  );
}

/** Without a result. */
export async function endAskedAudit(db: Db, { id, tries }: AskedLease, now: Date): Promise<void> {
  await db.query('UPDATE asked_audits SET ended_at = $3 WHERE id = $1 AND tries = $2 AND ended_at IS NULL', [
    id,
    tries,
    now,
  ]);
}

/** Those that were tried in vain too often. */
export async function giveUpAskedAudits(db: Db, now: Date): Promise<number> {
  const rows = await db.query(
    `UPDATE asked_audits SET ended_at = $1
     WHERE ended_at IS NULL AND tries >= ${MOST_TRIES} AND leased_until <= $1 RETURNING id`,
    [now],
  );
  return rows.length;
}

export async function forgetAskedBefore(db: Db, askedBefore: Date): Promise<void> {
  await db.query('DELETE FROM asked_audits WHERE asked_at < $1 AND ended_at IS NOT NULL', [askedBefore]);
}
