import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import { BLOCK_DAYS, blockOf, covered, DAILY, DAY, dayOf, HAS_SUMS, UNCOVERED } from './checkpoints.sql.ts';
import type { Balance, BalanceOutlook } from './value-dates.rules.ts';

/** For edges: everything up to and with this instant lies before the next. */
export const justAfter = (instant: string) => `${instant}::timestamptz + interval '1 microsecond'`;
const END_OF_TIME = `timestamptz 'infinity'`;

/** What to select for the entries of the company of `covered` between an edge and the end of its day. */
const REST_OF_DAY = `e.company_id, e.account, e.available_at, e.amount_cents FROM ledger_entries e
  WHERE e.company_id = covered.company_id AND e.available_at >= edges.at AND e.available_at < edges.ends_at OFFSET 0`;

/**
 * For a statement: `before`, what each account of the companies of an array added up to before each edge (an instant,
 * by name), in cents and in entries. All of it is of the statement's one snapshot, so that an entry is in the
 * checkpoint or beyond it, and never in both. Checkpoints count whole days: what lies between an edge and the end of
 * its day is taken off again.
 */
export function balancesBefore(companyIds: string, edges: Readonly<Record<string, string>>): string {
  const named = Object.entries(edges).map(([name, instant]) => `('${name}', ${instant})`);
  return `edges AS (
    SELECT edge, at, ends_at, ${blockOf('ends_at')} AS block_at FROM (
      SELECT edge, at, ${dayOf(`at - interval '1 microsecond'`)} + ${DAY} AS ends_at
      FROM (VALUES ${named.join(', ')}) AS named (edge, at)
    ) AS days
  ),
  ${covered(companyIds)},
  before AS (
    SELECT company_id, edge, account, sum(amount_cents)::bigint AS amount_cents,
      sum(entry_count)::bigint AS entry_count
    FROM (
      SELECT covered.company_id, edge, s.account, s.amount_cents, s.entry_count
      FROM covered CROSS JOIN edges CROSS JOIN LATERAL (
        SELECT s.account, s.amount_cents, s.entry_count FROM ledger_checkpoint_sums s
        WHERE s.company_id = covered.company_id AND s.days = ${BLOCK_DAYS} AND s.starts_at < edges.block_at
        UNION ALL
        SELECT s.account, s.amount_cents, s.entry_count FROM ledger_checkpoint_sums s
        WHERE s.company_id = covered.company_id AND s.days = 1
          AND s.starts_at >= edges.block_at AND s.starts_at < edges.ends_at
      ) s WHERE ${HAS_SUMS}
      UNION ALL
      SELECT covered.company_id, edge, tail.account, tail.amount_cents, tail.entry_count
      FROM covered CROSS JOIN edges CROSS JOIN LATERAL (
        SELECT e.account, sum(e.amount_cents) AS amount_cents, count(*) AS entry_count
        ${UNCOVERED} AND e.available_at < edges.ends_at GROUP BY 1
      ) tail
      UNION ALL
      SELECT e.company_id, edge, e.account, -e.amount_cents, -1
      FROM covered CROSS JOIN edges CROSS JOIN LATERAL (SELECT ${REST_OF_DAY}) e
    ) AS counted GROUP BY company_id, edge, account
  )`;
}

const laterOf = (account: string) =>
  `coalesce(sum(CASE edge WHEN 'ever' THEN amount_cents ELSE -amount_cents END)
    FILTER (WHERE account = '${account}'), 0)::bigint`;
const NOW_AND_EVER = balancesBefore('$1', { now: justAfter('$2'), ever: END_OF_TIME });
const FIGURES = `coalesce(sum(amount_cents) FILTER (WHERE edge = 'now'), 0)::bigint AS available,
  ${laterOf('company_main')} AS future, ${laterOf('company_retained')} AS retention`;
const BALANCE = statement(`WITH ${NOW_AND_EVER} SELECT ${FIGURES} FROM before`);
const EACH_BALANCE = statement(`WITH ${NOW_AND_EVER} SELECT company_id, ${FIGURES} FROM before GROUP BY company_id`);

const NO_BALANCE: Balance = { available: 0, future: 0, retention: 0 };

/** Summed over the companies. */
export async function sumBalances(db: Db, companyIds: readonly number[], now: Date): Promise<Balance> {
  const [row] = await db.query<Balance>(BALANCE, [companyIds, now]);
  return row ?? NO_BALANCE;
}

/** Of each company. */
export async function readBalances(
  db: Db,
  companyIds: readonly number[],
  now: Date,
): Promise<(companyId: number) => Balance> {
  const rows = await db.query<Balance & { company_id: number }>(EACH_BALANCE, [companyIds, now]);
  const balances = new Map(rows.map(({ company_id, ...balance }) => [company_id, balance]));
  return (companyId) => balances.get(companyId) ?? NO_BALANCE;
}

/**
 * A later day whose entries all have one value date stands for them; those of any other day, and of the rest of
 * today, are read.
 */
const OUTLOOK = statement(`WITH ${balancesBefore('$1', { now: justAfter('$2') })},
  later_days AS (
    SELECT company_id, account, sum(amount_cents) AS amount_cents,
      min(first_at) AS first_at, max(last_at) AS last_at
    FROM (
      SELECT s.* FROM covered CROSS JOIN edges CROSS JOIN LATERAL (
        SELECT s.company_id, s.account, s.starts_at, s.amount_cents, s.first_at, s.last_at FROM ledger_checkpoint_sums s
        WHERE s.company_id = covered.company_id AND s.days = 1 AND s.starts_at >= edges.ends_at OFFSET 0
      ) s WHERE ${HAS_SUMS}
      UNION ALL
      SELECT covered.company_id, tail.account, tail.starts_at, tail.amount_cents, tail.first_at, tail.last_at
      FROM covered CROSS JOIN edges CROSS JOIN LATERAL (
        SELECT ${DAILY} ${UNCOVERED} AND e.available_at >= edges.ends_at GROUP BY 1, 2
      ) tail
    ) AS days GROUP BY company_id, account, starts_at
  ),
  later AS (
    SELECT company_id, first_at AS available_at, amount_cents FROM later_days WHERE first_at = last_at
    UNION ALL
    SELECT e.company_id, e.available_at, e.amount_cents FROM later_days CROSS JOIN LATERAL (
      SELECT e.company_id, e.available_at, e.amount_cents FROM ledger_entries e
      WHERE e.company_id = later_days.company_id AND e.account = later_days.account
        AND e.available_at >= later_days.first_at AND e.available_at <= later_days.last_at OFFSET 0
    ) e WHERE later_days.first_at < later_days.last_at
    UNION ALL
    SELECT e.company_id, e.available_at, e.amount_cents
    FROM covered CROSS JOIN edges CROSS JOIN LATERAL (SELECT ${REST_OF_DAY}) e
  )
  SELECT company_id, NULL AS available_at, sum(amount_cents)::bigint AS amount_cents FROM before GROUP BY company_id
  UNION ALL
  SELECT company_id, available_at, sum(amount_cents)::bigint FROM later
  GROUP BY company_id, available_at HAVING sum(amount_cents) <> 0`);

/** What is available now, and what will be from each later value date on; a debit reads it under its debit locks. */
export async function readOutlooks(
  db: Db,
  companyIds: readonly number[],
  now: Date,
): Promise<Map<number, BalanceOutlook>> {
  const rows = await db.query<{ company_id: number; available_at: Date | null; amount_cents: number }>(OUTLOOK, [
    companyIds,
    now,
  ]);
  const byCompany = new Map(companyIds.map((companyId): [number, typeof rows] => [companyId, []]));
  for (const row of rows) byCompany.get(row.company_id)?.push(row);
  return new Map(
    [...byCompany].map(([companyId, own]) => {
      const later = own.flatMap((row) =>
        row.available_at ? [{ availableAt: row.available_at, amountCents: row.amount_cents }] : [],
      );
      return [companyId, { availableCents: own.find((row) => row.available_at === null)?.amount_cents ?? 0, later }];
    }),
  );
}
