import type { AuditCheck } from './ledger-checks.sql.ts';

/** The sums of another cluster, which came with a restore, are read by nobody. */
const MOVED = `WITH round AS (
    SELECT covered_below FROM ledger_day_round WHERE covered_below <= pg_snapshot_xmin(pg_current_snapshot())
  ),
  moved AS (
    SELECT spans.span, date_trunc(spans.span, j.posted_at AT TIME ZONE 'America/Sao_Paulo')::date AS starts_on,
      e.account, j.acquirer, e.company_id, e.tag, e.amount_cents
    FROM round JOIN ledger_entries e ON e.written_by < round.covered_below
    JOIN ledger_journals j ON j.id = e.journal_id CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  )`;
const compared = (key: string, figures: readonly string[], recomputed: string, stored: string): string => `${MOVED},
  recomputed AS (${recomputed}),
  stored AS (SELECT ${stored} WHERE EXISTS (SELECT FROM round))
  SELECT ${key}, ${figures.map((name) => `recomputed.${name} AS recomputed_${name}, stored.${name}`).join(', ')}
  FROM recomputed FULL JOIN stored USING (${key})
  WHERE (${figures.map((name) => `recomputed.${name}`).join(', ')})
    IS DISTINCT FROM (${figures.map((name) => `stored.${name}`).join(', ')})`;

const SIDES = ['debit_cents', 'credit_cents'];
const EARNED = ['payment_fee_cents', 'returned_cents', 'payout_fee_cents', 'other_cents'];

/** Adds up once more what the trial balance says, and what the platform is said to have earned. */
export const LEDGER_DAY_CHECKS: readonly AuditCheck[] = [
  {
    name: 'what each day moved on each account is what its entries add up to',
    sql: compared(
      'span, starts_on, account, acquirer, tag',
      SIDES,
      `SELECT span, starts_on, account, CASE WHEN account = 'acquirer_clearing' THEN acquirer ELSE '' END AS acquirer,
         tag, sum(greatest(-amount_cents, 0))::bigint AS debit_cents,
         sum(greatest(amount_cents, 0))::bigint AS credit_cents
       FROM moved GROUP BY 1, 2, 3, 4, 5`,
      'span, starts_on, account, acquirer, tag, debit_cents, credit_cents FROM ledger_days',
    ),
  },
  {
    name: 'what the platform earned of each company on each day is what the books say',
    sql: compared(
      'span, starts_on, company_id',
      EARNED,
      `SELECT span, starts_on, coalesce(company_id, 0) AS company_id,
         sum(CASE tag WHEN 'fee' THEN -amount_cents ELSE 0 END)::bigint AS payment_fee_cents,
         sum(CASE tag WHEN 'fee_returned' THEN amount_cents ELSE 0 END)::bigint AS returned_cents,
         sum(CASE tag WHEN 'payout_fee' THEN -amount_cents ELSE 0 END)::bigint AS payout_fee_cents,
         sum(CASE WHEN company_id IS NULL THEN amount_cents ELSE 0 END)::bigint AS other_cents
       FROM moved
       WHERE CASE WHEN tag IN ('fee', 'fee_returned', 'payout_fee') THEN company_id IS NOT NULL
         ELSE account = 'platform_fee' END
       GROUP BY 1, 2, 3`,
      `span, starts_on, company_id, ${EARNED.join(', ')} FROM fee_days`,
    ),
  },
];
