import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';
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

export interface DeltaPosition {
  merchantId: number;
  id: number;
}

const KEY = 'merchant_id, basis, day, company_id, payment_type';

/** Moves a chunk of what was counted into the days, as `foldPaymentCounts` does for the counters of lists. */
export async function foldPaymentDays(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  const columns = `${KEY}, ${FIGURES.join(', ')}`;
  const [row] = await tx.query<Chunk<DeltaPosition>>(
    `WITH chunk AS MATERIALIZED (
       SELECT ctid AS place, merchant_id, id FROM payment_day_deltas
       WHERE (merchant_id, id) > ($1::bigint, $2::bigint)
       ORDER BY merchant_id, id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       DELETE FROM payment_day_deltas d USING chunk WHERE d.ctid = chunk.place RETURNING d.*
     ), folded AS (
       INSERT INTO payment_days AS p (${columns})
       SELECT ${KEY}, ${sums} FROM taken GROUP BY ${KEY} ORDER BY ${KEY}
       ON CONFLICT (${KEY}) DO UPDATE SET
         ${FIGURES.map((figure) => `${figure} = p.${figure} + excluded.${figure}`).join(', ')}
     )
     SELECT count(*) AS count,
       (SELECT json_build_object('merchantId', merchant_id, 'id', id) FROM chunk
        ORDER BY merchant_id DESC, id DESC LIMIT 1) AS last
     FROM chunk`,
    [after?.merchantId ?? 0, after?.id ?? 0],
  );
  return row as Chunk<DeltaPosition>;
}
