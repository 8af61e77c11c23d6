import type { Db } from '../../ground/db/pool.ts';
import type { ReportRow, ReportScope } from './report.rules.ts';

/**
 * In hours payments are read themselves, of the last days only: by the index of when they were made; or by that of
 * their last change, since what was paid then was changed then or later. The acquirer's clock may be ahead of ours.
 */
const CONDITIONS = {
  created: 'created_at >= $2 AND created_at <= $3',
  paid: `updated_at >= $2::timestamptz - interval '1 day' AND paid_at >= $2 AND paid_at <= $3`,
};

export async function readPaymentHours(
  db: Db,
  { merchantId, basis, from, to, companyId, paymentType }: ReportScope & { from: Date; to: Date },
): Promise<ReportRow[]> {
  const at = basis === 'created' ? 'created_at' : 'paid_at';
  const rows = await db.query<Omit<ReportRow, 'date'> & { hour: Date }>(
    `SELECT date_trunc('hour', ${at}) AS hour, payment_type, count(*) AS count,
       sum(amount_cents)::bigint AS amount_cents, count(*) FILTER (WHERE status IN (2, 4)) AS approved_count,
       coalesce(sum(coalesce(paid_cents, amount_cents)) FILTER (WHERE status IN (2, 4)), 0)::bigint AS approved_cents,
       count(*) FILTER (WHERE status = 3) AS failed_count, sum(refunded_cents)::bigint AS refunded_cents
     FROM payments WHERE merchant_id = $1 AND ${CONDITIONS[basis]}
       AND ($4::bigint IS NULL OR company_id = $4) AND ($5::text IS NULL OR payment_type = $5)
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [merchantId, from, to, companyId ?? null, paymentType ?? null],
  );
  return rows.map(({ hour, ...figures }) => ({ date: hour.toISOString(), ...figures }));
}
