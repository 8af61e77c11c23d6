import type { DailyTotals } from '../acquirers/acquirer.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { OPEN_DIVERGENCES } from '../divergences/divergences.sql.ts';

export interface ComparedFigures {
  our_count: number;
  our_paid_cents: number;
  our_refunded_cents: number;
  acquirer_count: number;
  acquirer_paid_cents: number;
  acquirer_refunded_cents: number;
  open_divergences: number;
  made_at: Date;
}

export interface ReconciliationReport extends ComparedFigures {
  day: string;
}

const FIGURES = `our_count, our_paid_cents, our_refunded_cents, acquirer_count, acquirer_paid_cents, acquirer_refunded_cents,
  open_divergences, made_at`;

/**
 * The earliest day that is due: not compared yet, or, among the last `again` days, not compared today. Days before the first report
 * are nobody's business; after a pause every day in between is compared.
 */
export async function findDayToCompare(db: Db, due: { yesterday: string; today: string; again: number }): Promise<string | null> {
  const [row] = await db.query<{ day: string }>(
    `WITH known AS (SELECT min(day) AS first, max(day) AS last FROM reconciliation_reports),
     days AS (
       SELECT generate_series(
         CASE WHEN known.last IS NULL THEN $1::date ELSE least(known.last + 1, greatest(known.first, $1::date - $3::integer + 1)) END,
         $1::date, interval '1 day')::date AS day
       FROM known
     )
     SELECT days.day FROM days LEFT JOIN reconciliation_reports r ON r.day = days.day
     WHERE r.day IS NULL OR coalesce(r.compared_on, r.day + 1) < $2::date
     ORDER BY days.day LIMIT 1`,
    [due.yesterday, due.today, due.again],
  );
  return row?.day ?? null;
}

export interface Comparison {
  day: string;
  today: string;
  ours: DailyTotals;
  theirs: DailyTotals;
  now: Date;
}

/** Null when another process has made it meanwhile. */
export async function insertReport(tx: Tx, { day, today, ours, theirs, now }: Comparison): Promise<ReconciliationReport | null> {
  const [row] = await tx.query<ReconciliationReport>(
    `INSERT INTO reconciliation_reports (day, our_count, our_paid_cents, our_refunded_cents,
       acquirer_count, acquirer_paid_cents, acquirer_refunded_cents, open_divergences, made_at, compared_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${OPEN_DIVERGENCES}, $8, $9)
     ON CONFLICT (day) DO NOTHING RETURNING day, ${FIGURES}`,
    [day, ours.count, ours.paidCents, ours.refundedCents, theirs.count, theirs.paidCents, theirs.refundedCents, now, today],
  );
  return row ?? null;
}

/** Held until the new figures stand, so that no version is lost between two processes. */
export async function lockReport(tx: Tx, day: string): Promise<ReconciliationReport | null> {
  const [row] = await tx.query<ReconciliationReport>(`SELECT day, ${FIGURES} FROM reconciliation_reports WHERE day = $1 FOR UPDATE`, [day]);
  return row ?? null;
}

export async function markCompared(tx: Tx, day: string, today: string): Promise<void> {
  await tx.query('UPDATE reconciliation_reports SET compared_on = $2 WHERE day = $1', [day, today]);
}

/** The new figures stand in the report, and what they were beside it. */
export async function replaceReport(tx: Tx, { day, today, ours, theirs, now }: Comparison): Promise<ReconciliationReport> {
  await tx.query(
    `INSERT INTO reconciliation_changes (day, ${FIGURES}, replaced_at) SELECT day, ${FIGURES}, $2 FROM reconciliation_reports WHERE day = $1`,
    [day, now],
  );
  const [row] = await tx.query<ReconciliationReport>(
    `UPDATE reconciliation_reports SET our_count = $2, our_paid_cents = $3, our_refunded_cents = $4, acquirer_count = $5,
       acquirer_paid_cents = $6, acquirer_refunded_cents = $7, made_at = $8, compared_on = $9,
       open_divergences = ${OPEN_DIVERGENCES}
     WHERE day = $1 RETURNING day, ${FIGURES}`,
    [day, ours.count, ours.paidCents, ours.refundedCents, theirs.count, theirs.paidCents, theirs.refundedCents, now, today],
  );
  return row as ReconciliationReport;
}

export interface ReportWithHistory extends ReconciliationReport {
  /** What was reported before, newest first. */
  before: ComparedFigures[];
}

export async function listReports(db: Db, limit: number): Promise<ReportWithHistory[]> {
  const reports = await db.query<ReconciliationReport>(`SELECT day, ${FIGURES} FROM reconciliation_reports ORDER BY day DESC LIMIT $1`, [
    limit,
  ]);
  const changes = await db.query<ReconciliationReport>(
    `SELECT day, ${FIGURES} FROM reconciliation_changes WHERE day = ANY ($1::date[]) ORDER BY replaced_at DESC`,
    [reports.map(({ day }) => day)],
  );
  return reports.map((report) => ({
    ...report,
    before: changes.filter(({ day }) => day === report.day).map(({ day, ...figures }) => figures),
  }));
}
