import type { Db } from '../../../ground/db/pool.ts';
import { balancesBefore } from '../balances.sql.ts';

export interface StatementDay {
  date: string;
  credits: number;
  debits: number;
  count: number;
}

export interface StatementDays {
  openingCents: number;
  /** Those on which something became available or was taken, in their order. */
  days: StatementDay[];
}

/**
 * One statement, so that the balance and the days are of one snapshot. The days are read in the index by value date:
 * what that costs grows with the entries of the period, and with nothing else that the company has.
 */
export async function readStatementDays(db: Db, companyId: number, from: Date, to: Date): Promise<StatementDays> {
  const [row] = await db.query<{ opening: number; days: StatementDay[] }>(
    `WITH ${balancesBefore('ARRAY[$1]', { opening: '$2::timestamptz' })},
     days AS (
       SELECT to_char(available_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD') AS date,
         coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS credits,
         coalesce(sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS debits, count(*) AS count
       FROM ledger_entries WHERE company_id = $1 AND available_at >= $2 AND available_at <= $3 GROUP BY 1
     )
     SELECT (SELECT coalesce(sum(amount_cents), 0)::bigint FROM before) AS opening,
       (SELECT coalesce(json_agg(days ORDER BY date), '[]') FROM days) AS days`,
    [companyId, from, to],
  );
  return { openingCents: row?.opening ?? 0, days: row?.days ?? [] };
}
