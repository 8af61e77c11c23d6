import type { DailyTotals } from '../acquirers/acquirer.ts';
import type { Db } from '../db/pool.ts';

/** Of the payments that were paid between these instants: how many, how much, and what of it was given back since. */
export async function sumPaidBetween(db: Db, from: Date, to: Date): Promise<DailyTotals> {
  const [row] = await db.query<DailyTotals>(
    `SELECT count(*) AS "count", coalesce(sum(amount_cents), 0)::bigint AS "paidCents",
       coalesce(sum(refunded_cents), 0)::bigint AS "refundedCents"
     FROM payments WHERE paid_at >= $1 AND paid_at <= $2`,
    [from, to],
  );
  return row ?? { count: 0, paidCents: 0, refundedCents: 0 };
}

export interface ReconciliationReport {
  day: string;
  our_count: number;
  our_paid_cents: number;
  our_refunded_cents: number;
  acquirer_count: number;
  acquirer_paid_cents: number;
  acquirer_refunded_cents: number;
  open_divergences: number;
  made_at: Date;
}

export async function findLatestReportDay(db: Db): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>('SELECT max(day) AS day FROM reconciliation_reports');
  return row?.day ?? null;
}

/** Null when another process has made it meanwhile. */
export async function insertReport(
  db: Db,
  report: { day: string; ours: DailyTotals; theirs: DailyTotals; now: Date },
): Promise<ReconciliationReport | null> {
  const { day, ours, theirs, now } = report;
  const [row] = await db.query<ReconciliationReport>(
    `INSERT INTO reconciliation_reports (day, our_count, our_paid_cents, our_refunded_cents,
       acquirer_count, acquirer_paid_cents, acquirer_refunded_cents, open_divergences, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT count(*) FROM divergences WHERE resolved_at IS NULL), $8)
     ON CONFLICT (day) DO NOTHING RETURNING *`,
    [day, ours.count, ours.paidCents, ours.refundedCents, theirs.count, theirs.paidCents, theirs.refundedCents, now],
  );
  return row ?? null;
}

export async function listReports(db: Db, limit: number): Promise<ReconciliationReport[]> {
  return db.query('SELECT * FROM reconciliation_reports ORDER BY day DESC LIMIT $1', [limit]);
}
