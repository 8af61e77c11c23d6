import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBalances, readOutlooks, sumBalances } from '../../../src/books/ledger/balances.sql.ts';
import { extendCheckpoint, findLongTails } from '../../../src/books/ledger/checkpoints.sql.ts';
import { listFees, readFeesByCompany, readFeesByDate } from '../../../src/books/ledger/days/fee-days.sql.ts';
import { foldLedgerDays } from '../../../src/books/ledger/days/fold-ledger-days.ts';
import {
  foldDays,
  hasMoreEntries,
  readClearedOn,
  readMovements,
} from '../../../src/books/ledger/days/ledger-days.sql.ts';
import {
  listEntriesOfCause,
  listEntriesOfCauses,
  listEntriesOfSubject,
  listEntriesOfSubjects,
} from '../../../src/books/ledger/ledger.sql.ts';
import { makeCheckpoints } from '../../../src/books/ledger/make-checkpoints.ts';
import {
  listStatementEntries,
  outlineStatement,
  readStatementPage,
} from '../../../src/books/ledger/statement/statement.sql.ts';
import { readStatementDays } from '../../../src/books/ledger/statement/statement-days.sql.ts';
import { saoPauloDateOf } from '../../../src/ground/brazil/calendar.rules.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import type { Statement } from '../../../src/ground/db/statement.ts';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { refundSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { begin, CLOCK, countCovered, expectPlainSums, openAsService, openCompanies } from './books.ts';

/**
 * What the ledger's statements read of a company with 40,000 entries: what was written since its checkpoint, and
 * by an index.
 */
const ENTRIES = 40_000;
const TAIL = 400;
const DAYS = 300;
/** Of the tail, the sums of some days, and a page. */
const MAX_READ = 3 * TAIL;
const PAGE = 100;
const NOW = new Date();
const MONTH_AGO = new Date(NOW.getTime() - 30 * 86_400_000);

let database: TestDatabase;
let db: DbPool;
let large: number;
let small: number;
let anEntryId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAsService(database);
  [large, small] = (await openCompanies(db, 2)) as [number, number];
  const others = await openCompanies(db, 50);
  await fill(large, ENTRIES);
  await fill(small, 100);
  for (const companyId of others) await fill(companyId, 20);
  await database.db.query('ANALYZE');
  const cover = async () => {
    while (await makeCheckpoints({ db, clock: CLOCK }));
    return (await countCovered(db, large)) === ENTRIES;
  };
  await vi.waitUntil(cover, { timeout: 150_000 });
  while (await foldLedgerDays({ db, clock: CLOCK }));
  await database.db.query("SELECT brin_summarize_new_values('ledger_entries_by_any_writer')");
  await fill(large, TAIL);
  const [entry] = await db.query<{ id: number }>('SELECT max(id) AS id FROM ledger_entries WHERE company_id = $1', [
    large,
  ]);
  anEntryId = entry?.id ?? 0;
}, 240_000);
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

let causes = 0;

/** Half of them become available at once and half on the next day, over some months, in transactions of 500. */
async function fill(companyId: number, count: number): Promise<void> {
  const perTransaction = Math.min(500, count);
  const causesBefore = causes;
  causes += count;
  for (let first = 0; first < count; first += perTransaction) {
    await database.db.query(
      `WITH journal AS (
         INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         SELECT 'adjustment', $6 + number, 'refund', $6 + number, 'sandbox',
           $2::timestamptz - (interval '1 day' * ${DAYS}) * (1 - number::float / $3)
         FROM generate_series($4::int, $4 + $5 - 1) AS number RETURNING id, posted_at
       )
       INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT id, side.account, side.company_id, side.sign * (100 + id % 77),
         CASE WHEN id % 2 = 0 THEN posted_at ELSE date_trunc('day', posted_at) + interval '27 hours' END, 'adjustment'
       FROM journal,
         (VALUES ('company_main', $1::bigint, 1), ('acquirer_clearing', NULL, -1)) AS side (account, company_id, sign)`,
      [companyId, NOW, count, first, perTransaction, causesBefore],
    );
  }
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The plans of every statement that `work` runs, as it runs, and as one that is kept for any parameters. */
async function explain(work: (tx: Tx) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const { tx, end } = await begin(db);
    await tx.query(`SET LOCAL plan_cache_mode = ${mode}`);
    const explaining = {
      async query(asked: string | Statement, params: unknown[] = []) {
        const sql = typeof asked === 'string' ? asked : asked.text;
        const name = `s${plans.length}`;
        // Whatever a statement does is done by the one that is explained, so that the next one finds it.
        await tx.query('SAVEPOINT before');
        const rows = await tx.query(sql, params);
        await tx.query('ROLLBACK TO before');
        await tx.query(`PREPARE ${name} AS ${sql}`);
        const literals = params.map(literalOf).join(', ');
        const [explained] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${name}${literals ? `(${literals})` : ''}`,
        );
        await tx.query(`DEALLOCATE ${name}`);
        if (explained) plans.push(explained['QUERY PLAN'][0].Plan);
        return rows;
      },
    } as unknown as Tx;
    try {
      await work(explaining);
    } finally {
      await end('ROLLBACK');
    }
  }
  return plans;
}

function literalOf(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const LARGE = ['ledger_entries', 'ledger_journals', 'ledger_checkpoint_sums'];

async function expectIndexed(work: (tx: Tx) => Promise<unknown>, index: string, maxRead = MAX_READ): Promise<void> {
  const nodes = (await explain(work)).flatMap(nodesOf);
  const ofLarge = nodes.filter((node) => LARGE.includes(node['Relation Name'] ?? ''));
  const read = ofLarge.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  );
  expect(
    ofLarge.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'ledger_checkpoint_sums'),
  ).toEqual([]);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  expect(Math.max(0, ...read)).toBeLessThanOrEqual(maxRead);
  const sorted = nodes.filter((node) => node['Node Type'] === 'Sort' || node['Node Type'] === 'Incremental Sort');
  for (const node of sorted) expect(node['Actual Rows']).toBeLessThanOrEqual(Math.max(PAGE, maxRead));
}

describe('a company with many entries', () => {
  it('its balance', () => expectIndexed((tx) => sumBalances(tx, [large], NOW), 'ledger_entries_by_writer'));
  it('its balance beside that of others', () =>
    expectIndexed((tx) => readBalances(tx, [large, small], NOW), 'ledger_entries_by_writer'));
  it('the days of its last month: the entries of that month, in the index', () =>
    expectIndexed(
      (tx) => readStatementDays(tx, large, MONTH_AGO, NOW),
      'ledger_entries_by_company',
      (1.1 * ENTRIES * 30) / DAYS,
    ));
  it('its outlook, for a debit', () =>
    expectIndexed((tx) => readOutlooks(tx, [large, small], NOW), 'ledger_entries_by_writer'));
  it('the first page of its last month', () =>
    expectIndexed(
      (tx) => readStatementPage(tx, { companyId: large, from: MONTH_AGO, to: NOW }, { page: 1, limit: PAGE }),
      'ledger_entries_by_company',
    ));
  it('a month that is too long for a file', () =>
    expectIndexed(
      (tx) => outlineStatement(tx, { companyId: large, from: MONTH_AGO, to: NOW }, PAGE),
      'ledger_entries_by_writer',
    ));
  it('entries of a file', () =>
    expectIndexed((tx) => listStatementEntries(tx, large, [anEntryId, anEntryId - 2]), 'ledger_entries_pkey'));
  it('the entries of one subject', () =>
    expectIndexed((tx) => listEntriesOfSubject(tx, refundSubject(90_000)), 'ledger_journals_by_subject'));
  it('the entries of one cause', () =>
    expectIndexed(
      (tx) => listEntriesOfCause(tx, { kind: 'adjustment', id: 90_000 }),
      'ledger_journals_cause_kind_cause_id_key',
    ));
  it('the entries of many subjects', () =>
    expectIndexed((tx) => listEntriesOfSubjects(tx, 'refund', [90_000, 90_001, 90_002]), 'ledger_journals_by_subject'));
  it('the entries of many causes', () =>
    expectIndexed(
      (tx) => listEntriesOfCauses(tx, 'adjustment', [90_000, 90_001, 90_002]),
      'ledger_journals_cause_kind_cause_id_key',
    ));
  it('more of its checkpoint', () =>
    expectIndexed((tx) => extendCheckpoint(tx, large, NOW), 'ledger_entries_by_writer'));
  it('who has many entries beyond a checkpoint', () =>
    expectIndexed((tx) => findLongTails(tx, 1_000, 1_000, 10), 'ledger_entries_by_writer', 2_000));

  it('and all of it is right', () =>
    withTransaction(db, (tx) =>
      expectPlainSums(tx, [large, small], [MONTH_AGO, NOW, new Date(NOW.getTime() + 5 * 86_400_000)]),
    ));
});

describe('the books as a whole read what was written since the last fold, by the index of writers', () => {
  const BY_WRITER = 'ledger_entries_by_any_writer';
  const [from, to] = [saoPauloDateOf(MONTH_AGO), saoPauloDateOf(NOW)];
  const days = { interval: 'day', from, to } as const;

  it('a trial balance', () => expectIndexed((tx) => readMovements(tx, from, to), BY_WRITER));
  it('what a day cleared', () => expectIndexed((tx) => readClearedOn(tx, to), BY_WRITER));
  it('fees by date', () => expectIndexed((tx) => readFeesByDate(tx, days), BY_WRITER));
  it('fees by company', () => expectIndexed((tx) => readFeesByCompany(tx, days), BY_WRITER));
  it('fees of a file', () => expectIndexed((tx) => listFees(tx, days, 50_000), BY_WRITER));
  it('a fold, and how far it may go', async () => {
    const [round] = await db.query<{ from: string; below: string }>(
      `SELECT covered_below::text AS from, pg_snapshot_xmin(pg_current_snapshot())::text AS below
       FROM ledger_day_round`,
    );
    const { from: first, below } = round as { from: string; below: string };
    await expectIndexed((tx) => hasMoreEntries(tx, first, below, 10_000), BY_WRITER);
    await expectIndexed((tx) => foldDays(tx, first, below, NOW), BY_WRITER);
  });
});

describe('the check itself', () => {
  const refused = (sql: string) =>
    expect(expectIndexed((tx) => tx.query(sql), 'ledger_entries_by_writer')).rejects.toThrow();
  it('refuses to read all entries', () => refused('SELECT sum(amount_cents) FROM ledger_entries'));
  it('refuses another index', () => refused('SELECT 1 FROM ledger_entries WHERE id = 1'));
  it('refuses to walk through an index', async () => {
    await expect(
      expectIndexed(
        (tx) => tx.query('SELECT count(*) FROM ledger_entries WHERE company_id = $1', [large]),
        'ledger_entries_by_company',
      ),
    ).rejects.toThrow();
  });
});
