import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { DailyTotals } from '../../rails/acquirers/acquirer.ts';
import { openDivergences } from '../divergences/divergences.sql.ts';

export interface ComparedFigures {
  our_count: number;
  our_paid_cents: number;
  our_refunded_cents: number;
  acquirer_count: number;
  acquirer_paid_cents: number;
  acquirer_refunded_cents: number;
  open_divergences: number;
  /** Received payments that are none of ours; in no other figure. */
  unknown_count: number;
  unknown_cents: number;
  made_at: Date;
}

export interface ReconciliationReport extends ComparedFigures {
  acquirer: string;
  day: string;
}

export const FIGURES = `our_count, our_paid_cents, our_refunded_cents,
  acquirer_count, acquirer_paid_cents, acquirer_refunded_cents,
  open_divergences, unknown_count, unknown_cents, made_at`;

/**
 * The days that are due with an acquirer, newest first: not compared yet since its first report, or, among the last
 * `again` days, not compared today; or asked for anew. Where there is no report, the last `first` days. One that cannot
 * be read stays due and holds up no other.
 */
export async function listDaysToCompare(
  db: Db,
  acquirer: string,
  due: { yesterday: string; today: string; first: number; again: number; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `WITH known AS (SELECT min(day) AS first FROM daily_comparisons WHERE acquirer = $4),
     days AS (
       SELECT generate_series(
         coalesce(known.first, $1::date - ($6::integer - 1)), $1::date, interval '1 day')::date AS day
       FROM known
     )
     SELECT days.day FROM days LEFT JOIN daily_comparisons r ON r.day = days.day AND r.acquirer = $4
     WHERE r.day IS NULL
       OR (days.day > $1::date - $3::integer AND r.compared_on < $2::date)
       OR r.compared_on <= r.day
     ORDER BY days.day DESC LIMIT $5`,
    [due.yesterday, due.today, due.again, acquirer, due.limit, due.first],
  );
  return rows.map(({ day }) => day);
}

export interface Comparison {
  acquirer: string;
  day: string;
  today: string;
  ours: DailyTotals;
  theirs: DailyTotals;
  unknown: { count: number; cents: number };
  now: Date;
}

/** In the order of the parameters that both statements below begin with. */
function parametersOf({ acquirer, day, today, ours, theirs, unknown, now }: Comparison): unknown[] {
  const figures = [ours, theirs].flatMap(({ count, paidCents, refundedCents }) => [count, paidCents, refundedCents]);
  return [acquirer, day, ...figures, now, today, unknown.count, unknown.cents];
}

/** Null when another process has made it meanwhile. */
export async function insertReport(tx: Tx, comparison: Comparison): Promise<ReconciliationReport | null> {
  const [row] = await tx.query<ReconciliationReport>(
    `INSERT INTO daily_comparisons (acquirer, day, our_count, our_paid_cents, our_refunded_cents,
       acquirer_count, acquirer_paid_cents, acquirer_refunded_cents, made_at, compared_on, unknown_count, unknown_cents,
       open_divergences)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${openDivergences('$1')})
     ON CONFLICT (acquirer, day) DO NOTHING RETURNING acquirer, day, ${FIGURES}`,
    parametersOf(comparison),
  );
  return row ?? null;
}

/** Held until the new figures stand, so that no version is lost between two processes. */
export async function lockReport(tx: Tx, { acquirer, day }: Comparison): Promise<ReconciliationReport | null> {
  const [row] = await tx.query<ReconciliationReport>(
    `SELECT acquirer, day, ${FIGURES} FROM daily_comparisons WHERE acquirer = $1 AND day = $2 FOR UPDATE`,
    [acquirer, day],
  );
  return row ?? null;
}

export async function markCompared(tx: Tx, { acquirer, day, today }: Comparison): Promise<void> {
  await tx.query('UPDATE daily_comparisons SET compared_on = $3 WHERE acquirer = $1 AND day = $2', [
    acquirer,
    day,
    today,
  ]);
}

/** The new figures stand in the report, and what they were beside it. */
export async function replaceReport(tx: Tx, comparison: Comparison): Promise<ReconciliationReport> {
  await tx.query(
    `INSERT INTO daily_comparison_changes (acquirer, day, ${FIGURES}, replaced_at)
     SELECT acquirer, day, ${FIGURES}, $3 FROM daily_comparisons WHERE acquirer = $1 AND day = $2`,
    [comparison.acquirer, comparison.day, comparison.now],
  );
  const [row] = await tx.query<ReconciliationReport>(
    `UPDATE daily_comparisons SET our_count = $3, our_paid_cents = $4, our_refunded_cents = $5, acquirer_count = $6,
       acquirer_paid_cents = $7, acquirer_refunded_cents = $8, made_at = $9, compared_on = $10, unknown_count = $11,
       unknown_cents = $12,
       open_divergences = ${openDivergences('$1')}
     WHERE acquirer = $1 AND day = $2 RETURNING acquirer, day, ${FIGURES}`,
    parametersOf(comparison),
  );
  return row as ReconciliationReport;
}

/**
 * Reports of days before the given one, with what they said before. There is one for each day, so one statement is
 * enough for a chunk. The newest report of an acquirer stays: it says where to go on.
 */
export async function removeOldReports(db: Db, beforeDay: string, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `WITH old AS MATERIALIZED (
       SELECT acquirer, day FROM daily_comparisons r
       WHERE day < $1
         AND EXISTS (SELECT FROM daily_comparisons newer WHERE newer.acquirer = r.acquirer AND newer.day > r.day)
       ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED
     ), changes AS (
       DELETE FROM daily_comparison_changes c USING old WHERE c.acquirer = old.acquirer AND c.day = old.day
     ), reports AS (
       DELETE FROM daily_comparisons r USING old WHERE r.acquirer = old.acquirer AND r.day = old.day
     )
     SELECT count(*) AS count FROM old`,
    [beforeDay, limit],
  );
  return row?.count ?? 0;
}

export interface ReportWithHistory extends ReconciliationReport {
  /** What was reported before, newest first. */
  before: ComparedFigures[];
}

/** Of the last so many days, newest first. */
export async function listReports(db: Db, days: number): Promise<ReportWithHistory[]> {
  const reports = await db.query<ReconciliationReport>(
    `SELECT acquirer, day, ${FIGURES} FROM daily_comparisons
     WHERE day > (SELECT max(day) FROM daily_comparisons) - $1::integer ORDER BY day DESC, acquirer`,
    [days],
  );
  const changes = await db.query<ReconciliationReport>(
    `SELECT acquirer, day, ${FIGURES} FROM daily_comparison_changes
     WHERE day = ANY ($1::date[]) ORDER BY replaced_at DESC`,
    [reports.map(({ day }) => day)],
  );
  return reports.map((report) => ({
    ...report,
    before: changes
      .filter(({ acquirer, day }) => acquirer === report.acquirer && day === report.day)
      .map(({ acquirer, day, ...figures }) => figures),
  }));
}

export interface LatestComparison {
  acquirer: string;
  day: string;
  isDifferent: boolean;
  openDivergences: number;
}

/** The last day that was compared with each acquirer, unless that was before `since`. */
export async function listLatestComparisons(db: Db, since: string): Promise<LatestComparison[]> {
  return db.query(
    `SELECT DISTINCT ON (acquirer) acquirer, day, open_divergences AS "openDivergences",
       (our_count, our_paid_cents, our_refunded_cents)
         IS DISTINCT FROM (acquirer_count, acquirer_paid_cents, acquirer_refunded_cents) AS "isDifferent"
     FROM daily_comparisons WHERE day >= $1 ORDER BY acquirer, day DESC`,
    [since],
  );
}
