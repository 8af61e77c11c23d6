import type { Db } from '../../../ground/db/pool.ts';
import type { FeeFigures, FeePeriod } from './fees.rules.ts';
import { FEE_TAIL, HAS_DAYS, TAIL } from './ledger-days.sql.ts';

const FIGURES = ['payment_fee_cents', 'returned_cents', 'payout_fee_cents', 'other_cents'];
const SUMS = FIGURES.map((figure) => `sum(${figure})::bigint AS ${figure}`).join(', ');
const EARNED_ANYTHING = FIGURES.map((figure) => `sum(${figure}) <> 0`).join(' OR ');

/**
 * For a statement: `earned`, what was earned of whom in the period, on one snapshot; $1 is the interval, $2 and $3 are
 * its ends. A period reads its own days or months, and what was written since the last fold.
 */
const EARNED = `${TAIL},
  earned AS (
    SELECT starts_on, company_id, ${FIGURES.join(', ')} FROM fee_days
    WHERE ${HAS_DAYS} AND span = $1 AND starts_on >= $2::date AND starts_on <= $3::date
    UNION ALL
    SELECT starts_on, company_id, ${FIGURES.join(', ')}
    FROM (${FEE_TAIL}) AS since CROSS JOIN LATERAL (SELECT date_trunc($1, since.day)::date AS starts_on) AS starts
    WHERE starts_on >= $2::date AND starts_on <= $3::date
  )`;

export interface DatedFees extends FeeFigures {
  date: string;
}

export async function readFeesByDate(db: Db, { interval, from, to }: FeePeriod): Promise<DatedFees[]> {
  return db.query(
    `WITH ${EARNED} SELECT to_char(starts_on, 'YYYY-MM-DD') AS date, ${SUMS} FROM earned
     GROUP BY starts_on HAVING ${EARNED_ANYTHING} ORDER BY starts_on`,
    [interval, from, to],
  );
}

export interface CompanyFees extends FeeFigures {
  /** Null: what no company paid. */
  company_id: number | null;
}

/** Of each company that paid anything in the period. */
export async function readFeesByCompany(db: Db, { interval, from, to }: FeePeriod): Promise<CompanyFees[]> {
  return db.query(
    `WITH ${EARNED} SELECT nullif(company_id, 0) AS company_id, ${SUMS} FROM earned
     GROUP BY company_id HAVING ${EARNED_ANYTHING} ORDER BY company_id`,
    [interval, from, to],
  );
}

/** By date and company, for a file; at most so many. */
export async function listFees(
  db: Db,
  { interval, from, to }: FeePeriod,
  most: number,
): Promise<(DatedFees & CompanyFees)[]> {
  return db.query(
    `WITH ${EARNED} SELECT to_char(starts_on, 'YYYY-MM-DD') AS date, nullif(company_id, 0) AS company_id, ${SUMS}
     FROM earned GROUP BY starts_on, company_id HAVING ${EARNED_ANYTHING} ORDER BY starts_on, company_id LIMIT $4`,
    [interval, from, to, most],
  );
}
