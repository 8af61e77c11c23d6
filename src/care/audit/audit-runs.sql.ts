import type { Db } from '../../ground/db/pool.ts';

export interface AuditLease {
  /** `YYYY-MM-DD` */
  night: string;
  /** Tells this claim from any later one. */
  until: Date;
}

/** False: another process is at it, or the night is done. */
export async function claimAudit(db: Db, { night, until }: AuditLease, now: Date): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO audit_runs (night, started_at, leased_until) VALUES ($1, $2, $3)
     ON CONFLICT (night) DO UPDATE SET started_at = EXCLUDED.started_at, leased_until = EXCLUDED.leased_until
       WHERE audit_runs.finished_at IS NULL AND audit_runs.leased_until <= $2
     RETURNING night`,
    [night, now, until],
  );
  return rows.length > 0;
}

export interface AuditOutcome {
  finishedAt: Date;
  checksHeld: number;
  brokenCheck: string | null;
  findings: number;
}

export async function finishAudit(db: Db, { night, until }: AuditLease, outcome: AuditOutcome): Promise<void> {
  await db.query(
    `UPDATE audit_runs SET finished_at = $3, checks_held = $4, broken_check = $5, findings = $6
     WHERE night = $1 AND leased_until = $2 AND finished_at IS NULL`,
    [night, until, outcome.finishedAt, outcome.checksHeld, outcome.brokenCheck, outcome.findings],
  );
}

/** It did not run through: from `againAt` on anybody may try. */
export async function giveBackAudit(db: Db, { night, until }: AuditLease, againAt: Date): Promise<void> {
  await db.query(
    'UPDATE audit_runs SET leased_until = $3 WHERE night = $1 AND leased_until = $2 AND finished_at IS NULL',
    [night, until, againAt],
  );
}

export async function hasAuditRun(db: Db): Promise<boolean> {
  return (await db.query('SELECT FROM audit_runs LIMIT 1')).length > 0;
}

export interface AuditRun {
  started_at: Date;
  finished_at: Date;
  findings: number;
}

/** The last that ran through, of a night or asked for. */
export async function findLatestAudit(db: Db): Promise<AuditRun | null> {
  const [row] = await db.query<AuditRun>(
    `SELECT started_at, finished_at, findings FROM (
       (SELECT started_at, finished_at, findings FROM audit_runs WHERE finished_at IS NOT NULL
        ORDER BY finished_at DESC LIMIT 1)
       UNION ALL
       (SELECT started_at, ended_at, findings FROM asked_audits WHERE checks_held IS NOT NULL
        ORDER BY ended_at DESC LIMIT 1)
     ) AS latest ORDER BY finished_at DESC LIMIT 1`,
  );
  return row ?? null;
}

export interface ListedAudit extends AuditOutcomeRow {
  night: string;
  started_at: Date;
  finished_at: Date | null;
}

interface AuditOutcomeRow {
  checks_held: number | null;
  broken_check: string | null;
  findings: number | null;
}

/** Newest first, those that run or broke off as well. */
export async function listAuditRuns(db: Db, most: number): Promise<ListedAudit[]> {
  return db.query(
    `SELECT to_char(night, 'YYYY-MM-DD') AS night, started_at, finished_at, checks_held, broken_check, findings
     FROM audit_runs ORDER BY audit_runs.night DESC LIMIT $1`,
    [most],
  );
}

export async function forgetAuditsBefore(db: Db, night: string): Promise<void> {
  await db.query('DELETE FROM audit_runs WHERE night < $1', [night]);
}

/** By which another connection can end what this one runs. */
export async function readBackendId(db: Db): Promise<number> {
  const [row] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

export async function cancelStatementOf(db: Db, backendId: number): Promise<void> {
  await db.query('SELECT pg_cancel_backend($1)', [backendId]);
}

/** Until the transaction of this handle ends, nobody else has it. */
export async function takeAuditTurn(snapshot: Db): Promise<boolean> {
  const [row] = await snapshot.query<{ is_taken: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('audit of the books', 0)) AS is_taken",
  );
  return row?.is_taken ?? false;
}
