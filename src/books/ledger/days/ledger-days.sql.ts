import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { AccountMovement } from './trial-balance.rules.ts';

/** Every transaction below it has ended, as this statement sees the database. */
const ALL_ENDED_BELOW = 'pg_snapshot_xmin(pg_current_snapshot())';
const NOTHING = `'0'::xid8`;
/** As the index of writers has it. */
const WRITER = 'e.written_by::text::bigint';
const LAST_WRITER = '9223372036854775807';
const POSTED_ON = `(j.posted_at AT TIME ZONE 'America/Sao_Paulo')::date`;
const MONTH_OF = (day: string) => `date_trunc('month', ${day})::date`;

/** Of entries `e` and their journals `j`: what the sums are made of. */
const MOVEMENT = `${POSTED_ON} AS day, e.account, j.acquirer, e.company_id, e.tag, e.amount_cents`;

/** One after the other: however many journals there are, those of a few entries are looked up. */
const ITS_JOURNAL = `CROSS JOIN LATERAL (
    SELECT j.posted_at, j.acquirer FROM ledger_journals j WHERE j.id = e.journal_id OFFSET 0) j`;

/** What a set of movements comes to on an account: what it lost, what it gained. */
const MOVED = `coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS debit_cents,
  coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS credit_cents`;
const OF_ACQUIRER = `CASE account WHEN 'acquirer_clearing' THEN acquirer ELSE '' END`;

/** The tags by which a company pays the platform, or is paid back: each has the platform on its other side. */
const FEE_TAGS = `'fee', 'fee_returned', 'payout_fee'`;
/** Movements that are a fee, seen from who pays it; or what else reaches the platform's account, which is nobody's. */
const IS_FEE = `(company_id IS NOT NULL AND tag IN (${FEE_TAGS}))
  OR (account = 'platform_fee' AND tag NOT IN (${FEE_TAGS}))`;
const feeOf = (tag: string, sign: string) =>
  `coalesce(${sign}sum(amount_cents) FILTER (WHERE tag = '${tag}'), 0)::bigint`;
const EARNED = `${feeOf('fee', '-')} AS payment_fee_cents, ${feeOf('fee_returned', '')} AS returned_cents,
  ${feeOf('payout_fee', '-')} AS payout_fee_cents,
  coalesce(sum(amount_cents) FILTER (WHERE tag NOT IN (${FEE_TAGS})), 0)::bigint AS other_cents`;

/**
 * For a statement: `cut`, below which transaction the sums hold every entry, and `tail`, the movements since. One that
 * claims more than has ended came with a restore from another cluster: nothing it says is believed. The upper bound of
 * the writer excludes nothing; with it the planner takes the condition for a narrow range of the index.
 */
export const TAIL = `cut AS (
    SELECT coalesce((SELECT covered_below FROM ledger_day_round WHERE covered_below <= ${ALL_ENDED_BELOW}),
      ${NOTHING}) AS below
  ),
  tail AS (
    SELECT ${MOVEMENT} FROM cut CROSS JOIN LATERAL (
      SELECT e.journal_id, e.account, e.company_id, e.tag, e.amount_cents FROM ledger_entries e
      WHERE ${WRITER} >= cut.below::text::bigint AND ${WRITER} <= ${LAST_WRITER} OFFSET 0
    ) e ${ITS_JOURNAL}
  )`;
/** Beside `cut`: whether there are sums at all that are believed. */
export const HAS_DAYS = `(SELECT below FROM cut) > ${NOTHING}`;
/** The movements of `tail` that are fees, as the sums have them. */
export const FEE_TAIL = `SELECT day, coalesce(company_id, 0) AS company_id, ${EARNED} FROM tail
  WHERE ${IS_FEE} GROUP BY 1, 2`;

/**
 * What each account moved on each day of a period, and before it, on one snapshot. Whole months stand for what was
 * before, so that the cost grows with the period and with what was written since the last fold, not with years.
 */
export async function readMovements(db: Db, from: string, to: string): Promise<AccountMovement[]> {
  return db.query(
    `WITH ${TAIL},
     moved AS (
       SELECT starts_on AS day, account, acquirer, debit_cents, credit_cents FROM ledger_days
       WHERE ${HAS_DAYS} AND span = 'month' AND starts_on < ${MONTH_OF('$1::date')}
       UNION ALL
       SELECT starts_on, account, acquirer, debit_cents, credit_cents FROM ledger_days
       WHERE ${HAS_DAYS} AND span = 'day' AND starts_on >= ${MONTH_OF('$1::date')} AND starts_on <= $2::date
       UNION ALL
       SELECT day, account, ${OF_ACQUIRER}, ${MOVED} FROM tail WHERE day <= $2::date GROUP BY 1, 2, 3
     )
     SELECT CASE WHEN day >= $1::date THEN to_char(day, 'YYYY-MM-DD') END AS day, account, acquirer,
       sum(debit_cents)::bigint AS debit_cents, sum(credit_cents)::bigint AS credit_cents
     FROM moved GROUP BY 1, 2, 3`,
    [from, to],
  );
}

export interface ClearedFigures {
  acquirer: string;
  tag: string;
  /** What the acquirer owes more by it; negative: less. */
  cents: number;
}

/** What moved the clearing account of each acquirer on one day, by what it was for. */
export async function readClearedOn(db: Db, day: string): Promise<ClearedFigures[]> {
  return db.query(
    `WITH ${TAIL},
     cleared AS (
       SELECT acquirer, tag, debit_cents, credit_cents FROM ledger_days
       WHERE ${HAS_DAYS} AND span = 'day' AND starts_on = $1::date AND account = 'acquirer_clearing'
       UNION ALL
       SELECT acquirer, tag, ${MOVED} FROM tail WHERE day = $1::date AND account = 'acquirer_clearing' GROUP BY 1, 2
     )
     SELECT acquirer, tag, sum(debit_cents - credit_cents)::bigint AS cents FROM cleared GROUP BY 1, 2 ORDER BY 1, 2`,
    [day],
  );
}

export interface DayRound {
  /** Transactions, as numbers that may be larger than ours can be. */
  coveredBelow: string;
  endedBelow: string;
}

/** Null while another process folds. What came from another cluster begins anew. */
export async function claimDayRound(tx: Tx, now: Date): Promise<DayRound | null> {
  await tx.query(
    `INSERT INTO ledger_day_round (covered_below, made_at) VALUES (${NOTHING}, $1) ON CONFLICT DO NOTHING`,
    [now],
  );
  const [round] = await tx.query<DayRound & { is_foreign: boolean }>(
    `SELECT covered_below::text AS "coveredBelow", ${ALL_ENDED_BELOW}::text AS "endedBelow",
       covered_below > ${ALL_ENDED_BELOW} AS is_foreign
     FROM ledger_day_round FOR UPDATE SKIP LOCKED`,
  );
  if (!round) return null;
  const { is_foreign, ...claimed } = round;
  if (!is_foreign) return claimed;
  await tx.query('DELETE FROM ledger_days');
  await tx.query('DELETE FROM fee_days');
  return { ...claimed, coveredBelow: '0' };
}

/** Whether the transactions from this one up to, and without, that one wrote more entries than so many. */
export async function hasMoreEntries(tx: Tx, fromXid: string, belowXid: string, most: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM ledger_entries e WHERE ${WRITER} >= $1::bigint AND ${WRITER} < $2::bigint OFFSET $3 LIMIT 1`,
    [fromXid, belowXid, most],
  );
  return rows.length > 0;
}

const SPANS = `CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  CROSS JOIN LATERAL (SELECT CASE span WHEN 'day' THEN day ELSE ${MONTH_OF('day')} END AS starts_on) AS starts`;

/**
 * Adds the entries of the transactions from this one up to, and without, that one. All below it must have ended when
 * the statement begins. Answers how many entries there were.
 */
export async function foldDays(tx: Tx, fromXid: string, belowXid: string, now: Date): Promise<number> {
  const [folded] = await tx.query<{ count: number }>(
    `WITH moved AS MATERIALIZED (
       SELECT ${MOVEMENT} FROM ledger_entries e ${ITS_JOURNAL}
       WHERE ${WRITER} >= $1::bigint AND ${WRITER} < $2::bigint
     ),
     accounts AS (
       INSERT INTO ledger_days AS d (span, starts_on, account, acquirer, tag, debit_cents, credit_cents)
       SELECT span, starts_on, account, ${OF_ACQUIRER}, tag, ${MOVED} FROM moved ${SPANS} GROUP BY 1, 2, 3, 4, 5
       ON CONFLICT (span, starts_on, account, acquirer, tag) DO UPDATE SET
         debit_cents = d.debit_cents + excluded.debit_cents, credit_cents = d.credit_cents + excluded.credit_cents
     ),
     fees AS (
       INSERT INTO fee_days AS f
         (span, starts_on, company_id, payment_fee_cents, returned_cents, payout_fee_cents, other_cents)
       SELECT span, starts_on, coalesce(company_id, 0), ${EARNED} FROM moved ${SPANS} WHERE ${IS_FEE} GROUP BY 1, 2, 3
       ON CONFLICT (span, starts_on, company_id) DO UPDATE SET
         payment_fee_cents = f.payment_fee_cents + excluded.payment_fee_cents,
         returned_cents = f.returned_cents + excluded.returned_cents,
         payout_fee_cents = f.payout_fee_cents + excluded.payout_fee_cents,
         other_cents = f.other_cents + excluded.other_cents
     )
     UPDATE ledger_day_round SET covered_below = $2::text::xid8, made_at = $3
     RETURNING (SELECT count(*) FROM moved) AS count`,
    [fromXid, belowXid, now],
  );
  return folded?.count ?? 0;
}
