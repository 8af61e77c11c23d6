import type { AuditCheck } from './ledger-checks.sql.ts';

const FIGURES = ['count', 'amount_cents', 'approved_count', 'approved_cents', 'failed_count', 'refunded_cents'];
const stored = FIGURES.map((figure) => `sum(${figure})::bigint`).join(', ');
const none = FIGURES.map(() => '0').join(', ');
const KEY = 'merchant_id, basis, day, company_id, payment_type';
const counted = `${KEY}, ${FIGURES.map((figure) => `-${figure}`).join(', ')}`;

/** Adds up once more what reports say of each day, by when payments were made and by when they were paid. */
export const PAYMENT_DAY_CHECK: AuditCheck = {
  name: 'what reports say of each day is what its payments add up to, of every company and type',
  sql: `SELECT merchant_id, basis, to_char(day, 'YYYY-MM-DD') AS day, company_id, payment_type,
      ${FIGURES.map((figure) => `sum(${figure})::bigint AS missing_${figure}`).join(', ')}
    FROM (
      SELECT merchant_id, basis, (at AT TIME ZONE 'America/Sao_Paulo')::date AS day, company_id, payment_type,
        count(*) AS count, sum(amount_cents) AS amount_cents,
        count(*) FILTER (WHERE status IN (2, 4)) AS approved_count,
        coalesce(sum(coalesce(paid_cents, amount_cents)) FILTER (WHERE status IN (2, 4)), 0) AS approved_cents,
        count(*) FILTER (WHERE status = 3) AS failed_count, sum(refunded_cents) AS refunded_cents
      FROM payments CROSS JOIN LATERAL (VALUES ('created', created_at), ('paid', paid_at)) AS dated (basis, at)
      WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
      UNION ALL SELECT ${counted} FROM payment_days
      UNION ALL SELECT ${counted} FROM payment_day_deltas
    ) AS figures
    GROUP BY 1, 2, figures.day, 4, 5
    HAVING (${stored}) <> (${none})`,
};
