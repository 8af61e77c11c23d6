import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLEARING, mainOf, PLATFORM_FEE, retainedOf } from '../../../src/books/ledger/accounts.rules.ts';
import { listFees, readFeesByCompany, readFeesByDate } from '../../../src/books/ledger/days/fee-days.sql.ts';
import { addFees, earnedCents } from '../../../src/books/ledger/days/fees.rules.ts';
import { foldLedgerDays } from '../../../src/books/ledger/days/fold-ledger-days.ts';
import {
  claimDayRound,
  foldDays,
  readClearedOn,
  readMovements,
} from '../../../src/books/ledger/days/ledger-days.sql.ts';
import { trialBalanceOf } from '../../../src/books/ledger/days/trial-balance.rules.ts';
import { journalOf, type Posting } from '../../../src/books/ledger/journal.rules.ts';
import { insertJournals } from '../../../src/books/ledger/ledger.sql.ts';
import { LEDGER_DAY_CHECKS } from '../../../src/care/audit/ledger-days.sql.ts';
import type { Db, DbPool } from '../../../src/ground/db/pool.ts';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { refundSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';
import { begin, CLOCK, openAsService, openCompanies } from './books.ts';

/**
 * Whatever is posted, on whichever day, in whichever order it is committed, and whenever days are folded: a trial
 * balance and what the platform earned are what the entries add up to, for everybody, also inside a transaction.
 */
let database: TestDatabase;
let db: DbPool;
let companies: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openAsService(database);
  companies = await openCompanies(db, 3);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const OPEN_AT_ONCE = 3;
const DAYS = ['2025-12-31', '2026-01-01', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-15'];
/** Midnight in São Paulo is 03:00 in UTC: a day's first and last instants are among them. */
const instants = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom('00:00:00', '02:59:59', '03:00:00', '15:00:00', '23:59:59'))
  .map(([day, time]) => new Date(`${day}T${time}Z`));
const postings = fc.array(
  fc.record({
    company: fc.nat(2),
    kind: fc.constantFrom('share', 'retention', 'fee', 'fee_returned', 'payout_fee', 'refund', 'booked'),
    amountCents: fc.integer({ min: 1, max: 9_999 }),
    isUndone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
type Drawn = typeof postings extends fc.Arbitrary<infer Value> ? Value : never;

/** From where to where, as the postings of approvals, refunds, payouts and bookings have it. */
function postingOf({ company, kind, amountCents, isUndone }: Drawn[number], at: Date): Posting {
  const main = mainOf(companies[company] as number);
  const ways: Record<string, Pick<Posting, 'from' | 'to' | 'tag'>> = {
    share: { from: CLEARING, to: main, tag: 'share' },
    retention: { from: CLEARING, to: retainedOf(companies[company] as number), tag: 'retention' },
    fee: { from: main, to: PLATFORM_FEE, tag: 'fee' },
    fee_returned: { from: PLATFORM_FEE, to: main, tag: 'fee_returned' },
    payout_fee: { from: main, to: PLATFORM_FEE, tag: 'payout_fee' },
    refund: { from: main, to: CLEARING, tag: 'refund' },
    booked: { from: CLEARING, to: PLATFORM_FEE, tag: 'adjustment' },
  };
  const { from, to, tag } = ways[kind] as Pick<Posting, 'from' | 'to' | 'tag'>;
  const sides = isUndone ? { from: to, to: from } : { from, to };
  return { ...sides, tag, amountCents, availableAt: at, position: null };
}

let causes = 0;
async function post(tx: Tx, drawn: Drawn, acquirer: string, postedAt: Date): Promise<void> {
  const id = ++causes;
  const journal = journalOf(drawn.map((one) => postingOf(one, postedAt)));
  if (journal.entries.length === 0) return;
  const cause = { kind: 'adjustment', id, subject: refundSubject(id), acquirer } as const;
  await insertJournals(tx, [{ cause, journal, postedAt }]);
}

const journal = { postings, acquirer: fc.constantFrom('efi', 'itau'), postedAt: instants };
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('post' as const), ...journal }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), ...journal }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(), isCommitted: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const [FROM, TO] = ['2026-02-28', '2026-03-01'];

/** Everything, added up in the plainest way. */
async function expectPlainSums(on: Db): Promise<void> {
  const plain = await on.query<object>(
    `SELECT CASE WHEN day >= $1::date THEN to_char(day, 'YYYY-MM-DD') END AS day, account, acquirer,
       sum(greatest(-cents, 0))::bigint AS debit_cents, sum(greatest(cents, 0))::bigint AS credit_cents
     FROM (SELECT (j.posted_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, e.account, e.amount_cents AS cents,
             CASE WHEN e.account = 'acquirer_clearing' THEN j.acquirer ELSE '' END AS acquirer
           FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id) AS moved
     WHERE day <= $2::date GROUP BY 1, 2, 3`,
    [FROM, TO],
  );
  const said = await readMovements(on, FROM, TO);
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(said)).toEqual(sorted(plain));
  await expectFees(on);
}

async function expectFees(on: Db): Promise<void> {
  const [moved] = await on.query<{ cents: number }>(
    `SELECT coalesce(sum(e.amount_cents), 0)::bigint AS cents FROM ledger_entries e
     JOIN ledger_journals j ON j.id = e.journal_id WHERE e.account = 'platform_fee'
       AND (j.posted_at AT TIME ZONE 'America/Sao_Paulo')::date BETWEEN '2026-02-01' AND '2026-03-31'`,
  );
  const months = { interval: 'month', from: '2026-02-01', to: '2026-03-01' } as const;
  const days = { interval: 'day', from: '2026-02-01', to: '2026-03-31' } as const;
  for (const period of [months, days])
    for (const read of [readFeesByDate, readFeesByCompany, (of: Db, asked: typeof period) => listFees(of, asked, 999)])
      expect(earnedCents(addFees(await read(on, period)))).toBe(moved?.cents);
}

class Died extends Error {}

async function tell(story: readonly Step[]): Promise<void> {
  const open: Awaited<ReturnType<typeof begin>>[] = [];
  const take = async (step: Step) => {
    switch (step.kind) {
      case 'post':
        return withTransaction(db, (tx) => post(tx, step.postings, step.acquirer, step.postedAt));
      case 'open': {
        if (open.length === OPEN_AT_ONCE) return;
        const transaction = await begin(db);
        open.push(transaction);
        return post(transaction.tx, step.postings, step.acquirer, step.postedAt);
      }
      case 'end':
        await open.splice(step.which % Math.max(1, open.length), 1)[0]?.end(step.isCommitted ? 'COMMIT' : 'ROLLBACK');
        return;
      case 'fold':
        while (await foldLedgerDays({ db, clock: CLOCK }));
        return;
      case 'crash':
        await withTransaction(db, async (tx) => {
          const round = await claimDayRound(tx, new Date());
          if (round) await foldDays(tx, round.coveredBelow, round.endedBelow, new Date());
          throw new Died();
        }).catch((error) => {
          if (!(error instanceof Died)) throw error;
        });
        return;
      case 'look':
        for (const { tx } of open) await expectPlainSums(tx);
        return withTransaction(db, (tx) => expectPlainSums(tx));
    }
  };
  try {
    for (const step of story) await take(step);
  } finally {
    for (const transaction of open) await transaction.end('COMMIT');
  }
  await expectPlainSums(db);
  while (await foldLedgerDays({ db, clock: CLOCK }));
  await expectPlainSums(db);
  for (const { sql } of LEDGER_DAY_CHECKS) expect(await db.query(sql)).toEqual([]);
}

it('days and months with what was written since are the plain sums of the entries', async () => {
  const stories = fc.array(steps, { minLength: 5, maxLength: 30 });
  await fc.assert(fc.asyncProperty(stories, tell), { numRuns: propertyRuns(13), endOnFailure: false });
  const lines = trialBalanceOf(await readMovements(db, FROM, TO), FROM, TO);
  expect(lines.length).toBeGreaterThan(0);
  for (const day of [FROM, TO])
    expect(lines.filter((line) => line.day === day).reduce((sum, line) => sum + line.balanceCents, 0)).toBe(0);
}, 240_000);

it('say what each acquirer owes more by a day', async () => {
  // Among what was drawn there may be none, and the largest that could be drawn is not undone by it.
  const refund = { company: 0, kind: 'refund', amountCents: 1_000_000, isUndone: false } as const;
  await withTransaction(db, (tx) => post(tx, [refund], 'efi', new Date('2026-02-28T15:00:00Z')));
  const [plain] = await db.query<{ cents: number }>(
    `SELECT -sum(e.amount_cents)::bigint AS cents FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
     WHERE e.account = 'acquirer_clearing' AND j.acquirer = 'efi' AND e.tag = 'refund'
       AND (j.posted_at AT TIME ZONE 'America/Sao_Paulo')::date = '2026-02-28'`,
  );
  const said = (await readClearedOn(db, '2026-02-28')).find(
    ({ acquirer, tag }) => acquirer === 'efi' && tag === 'refund',
  );
  expect(said?.cents).toBe(plain?.cents);
});

it('that came from another cluster are not believed, and made anew', async () => {
  await database.db.query('ALTER TABLE ledger_day_round DISABLE TRIGGER ledger_day_round_covers_what_ended');
  await database.db.query("UPDATE ledger_day_round SET covered_below = '99999999999'");
  await database.db.query('ALTER TABLE ledger_day_round ENABLE TRIGGER ledger_day_round_covers_what_ended');
  await database.db.query('UPDATE ledger_days SET debit_cents = debit_cents + 7');
  await expectPlainSums(db);
  while (await foldLedgerDays({ db, clock: CLOCK }));
  await expectPlainSums(db);
  for (const { sql } of LEDGER_DAY_CHECKS) expect(await db.query(sql)).toEqual([]);
});
