import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { type DeltaPosition, foldDeltas } from '../../ground/queues/fold-deltas.sql.ts';
import type { ReportRow, ReportScope } from './report.rules.ts';

const FIGURES = ['count', 'amount_cents', 'approved_count', 'approved_cents', 'failed_count', 'refunded_cents'];
const sums = FIGURES.map((figure) => `sum(${figure})::bigint AS ${figure}`).join(', ');

/**
 * What each day brought, by type of payment. Days and deltas are read on one snapshot, so the figures are exact for it,
 * folded or not, today's as well.
 */
export async function readPaymentDays(
  db: Db,
  { merchantId, basis, from, to, companyId, paymentType }: ReportScope & { from: string; to: string },
): Promise<ReportRow[]> {
  const where = `basis = $2 AND day >= $3::date AND day <= $4::date
    AND ($5::bigint IS NULL OR company_id = $5) AND ($6::text IS NULL OR payment_type = $6)`;
  const columns = ['day', 'payment_type', ...FIGURES].join(', ');
  return db.query(
    `SELECT to_char(day, 'YYYY-MM-DD') AS date, payment_type, ${sums} FROM (
       SELECT ${columns} FROM payment_days WHERE merchant_id = $1 AND ${where}
       UNION ALL SELECT ${columns} FROM payment_day_deltas WHERE merchant_id = $1 AND ${where}
     ) AS counted GROUP BY day, payment_type HAVING sum(count) <> 0 ORDER BY day, payment_type`,
    [merchantId, basis, from, to, companyId ?? null, paymentType ?? null],
  );
}

const COUNTING = {
  key: ['merchant_id', 'basis', 'day', 'company_id', 'payment_type'],
  figures: FIGURES,
  order: ['merchant_id', 'id'],
};

export async function foldPaymentDays(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  return foldDeltas(tx, 'payment_day_deltas', 'payment_days', COUNTING, after);
}

/** For a statement of another owner: whether there is anything to fold. */
export const HAS_DAY_DELTAS = 'EXISTS (SELECT FROM payment_day_deltas)';
