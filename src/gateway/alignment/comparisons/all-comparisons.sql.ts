import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { offsetOf, type Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ComparedFigures, FIGURES, type ReconciliationReport } from '../reconciliation.sql.ts';

/** What operators see of the days that were compared, of every acquirer. */

const IS_DIFFERENT = `(our_count, our_paid_cents, our_refunded_cents)
  IS DISTINCT FROM (acquirer_count, acquirer_paid_cents, acquirer_refunded_cents)`;

export interface ComparisonSearch {
  acquirer?: string | undefined;
  /** Totals that differ, or received money that is none of ours. */
  isDifferent?: boolean | undefined;
}

export interface ListedComparison extends ReconciliationReport {
  /** Somebody has asked for it anew, and it waits for its turn. */
  is_asked: boolean;
}

/** One row for each day and acquirer, newest first; a page and how many there are, of one snapshot. */
export async function searchComparisons(
  db: Db,
  { acquirer, isDifferent }: ComparisonSearch,
  paging: Paging,
): Promise<{ rows: ListedComparison[]; total: number }> {
  const asked = `FROM daily_comparisons WHERE ($1::text IS NULL OR acquirer = $1)
    AND ($2::boolean IS NULL OR (${IS_DIFFERENT} OR unknown_count > 0) = $2)`;
  const rows = await db.query<ListedComparison & { total: number }>(
    `SELECT size.total, listed.* FROM (SELECT count(*) AS total ${asked}) size
     LEFT JOIN (SELECT acquirer, day, ${FIGURES}, compared_on <= day AS is_asked ${asked}
       ORDER BY day DESC, acquirer LIMIT $3 OFFSET $4) listed ON true
     ORDER BY listed.day DESC, listed.acquirer`,
    [acquirer ?? null, isDifferent ?? null, paging.limit, offsetOf(paging)],
  );
  // An empty page has one row, with the total and nothing else.
  return {
    rows: rows.filter(({ day }) => day !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

export interface ComparisonWithHistory extends ListedComparison {
  /** What was reported before, newest first. */
  before: ComparedFigures[];
}

export async function findComparison(db: Db, acquirer: string, day: string): Promise<ComparisonWithHistory | null> {
  const [report] = await db.query<ListedComparison>(
    `SELECT acquirer, day, ${FIGURES}, compared_on <= day AS is_asked FROM daily_comparisons
     WHERE acquirer = $1 AND day = $2`,
    [acquirer, day],
  );
  if (!report) return null;
  const before = await db.query<ComparedFigures>(
    `SELECT ${FIGURES} FROM daily_comparison_changes WHERE acquirer = $1 AND day = $2
     ORDER BY replaced_at DESC LIMIT 100`,
    [acquirer, day],
  );
  return { ...report, before };
}

/** As if it had been compared on its own day, which never happens: it is due again, however long ago it was. */
export async function makeComparisonDue(tx: Tx, acquirer: string, day: string): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE daily_comparisons SET compared_on = day WHERE acquirer = $1 AND day = $2 RETURNING day',
    [acquirer, day],
  );
  return rows.length > 0;
}
