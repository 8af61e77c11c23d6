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
  {
    name: 'what a payment link counts is what its payments come to',
    sql: `SELECT merchant_id, link_id, sum(open) AS open, sum(paid) AS paid, sum(cents) AS cents, sum(units) AS units
      FROM (
        SELECT l.merchant_id, l.id AS link_id, (h.payment_id IS NOT NULL)::int AS open,
          (p.status IN (2, 4))::int AS paid,
          CASE WHEN p.status IN (2, 4) THEN coalesce(p.paid_cents, p.amount_cents) ELSE 0 END AS cents,
          CASE WHEN p.status IN (2, 4) OR h.payment_id IS NOT NULL THEN greatest(1,
            coalesce((p.items #>> '{0,quantity}')::bigint / (l.items #>> '{0,quantity}')::bigint, 1))
            ELSE 0 END AS units
        FROM payment_links l JOIN payments p
          ON p.merchant_id = l.merchant_id AND p.payment_link_id = l.public_id AND p.company_id = l.company_id
          LEFT JOIN payment_link_holds h
            ON h.merchant_id = p.merchant_id AND h.link_id = l.id AND h.payment_id = p.id AND p.status = 1
        UNION ALL SELECT merchant_id, link_id, -open_count, -paid_count, -paid_cents, -held_units
        FROM payment_link_counts
        UNION ALL SELECT merchant_id, link_id, -open_count, -paid_count, -paid_cents, -held_units
        FROM payment_link_count_deltas
      ) AS figures
      GROUP BY 1, 2 HAVING sum(open) <> 0 OR sum(paid) <> 0 OR sum(cents) <> 0 OR sum(units) <> 0`,
  },
];
