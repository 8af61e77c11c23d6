import type { AuditCheck } from './ledger-checks.sql.ts';

/** Recounts what lists say that there is. */
export const COUNT_CHECKS: readonly AuditCheck[] = [
  {
    name: 'as many payments are counted as there are, of every company, status and type',
    sql: `SELECT merchant_id, company_id, status, payment_type, sum(stored) AS stored, sum(counted) AS counted
      FROM (
        SELECT merchant_id, company_id, status, payment_type, count(*) AS stored, 0 AS counted
        FROM payments GROUP BY 1, 2, 3, 4
        UNION ALL SELECT merchant_id, company_id, status, payment_type, 0, count FROM payment_counts
        UNION ALL SELECT merchant_id, company_id, status, payment_type, 0, count FROM payment_count_deltas
      ) AS figures
      GROUP BY 1, 2, 3, 4 HAVING sum(stored) <> sum(counted)`,
  },
  {
    name: 'as many customers are counted as there are, of every merchant',
    sql: `SELECT merchant_id, sum(stored) AS stored, sum(counted) AS counted
      FROM (
        SELECT merchant_id, count(*) AS stored, 0 AS counted FROM customers GROUP BY 1
        UNION ALL SELECT merchant_id, 0, count FROM customer_counts
        UNION ALL SELECT merchant_id, 0, count FROM customer_count_deltas
      ) AS figures
      GROUP BY 1 HAVING sum(stored) <> sum(counted)`,
  },
];
