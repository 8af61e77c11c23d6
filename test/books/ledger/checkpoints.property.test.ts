import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { extendCheckpoint } from '../../../src/books/ledger/checkpoints.sql.ts';
import { type Journal, reverseOf } from '../../../src/books/ledger/journal.rules.ts';
import { makeCheckpoints } from '../../../src/books/ledger/make-checkpoints.ts';
import { UNTIL_CONFIRMED } from '../../../src/books/ledger/postings.rules.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';
import { begin, CLOCK, expectPlainSums, journalFor, openAsService, openCompanies, post } from './books.ts';

/**
 * Whatever is written, at whichever value date, in whichever order it is committed, and whenever checkpoints are made:
 * a balance, the outlook of a debit and the sums of a statement are what the entries add up to, for everybody, also
 * inside a transaction.
 */
let database: TestDatabase;
let db: DbPool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openAsService(database);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const NUM_RUNS = propertyRuns(13);
const COMPANIES = 2;
const OPEN_AT_ONCE = 3;
const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 2, 10, 3);

/** Days around one, some years apart; mostly midnights and a few instants, so that value dates meet. */
const instants = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom(-1, 0, 1, 3_600_000, DAY_MS - 1)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(-2_000, -700, 700), fc.constantFrom(0, 5)) },
);
const dates = fc.oneof(
  { weight: 20, arbitrary: instants.map(([days, ms]) => new Date(MIDNIGHT + days * DAY_MS + ms)) },
  { weight: 1, arbitrary: fc.constant(UNTIL_CONFIRMED) },
);
const movements = fc.array(
  fc.record({
    company: fc.nat({ max: COMPANIES - 1 }),
    account: fc.constantFrom('main' as const, 'retained' as const),
    amountCents: fc.integer({ min: -5_000, max: 5_000 }).filter((cents) => cents !== 0),
    availableAt: dates,
  }),
  { minLength: 1, maxLength: 4 },
);

const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('post' as const), movements }) },
  /** A transaction that has written and goes on; it is committed, or not, some time later. */
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), movements }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(), isCommitted: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('checkpoint' as const), minTail: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), company: fc.nat({ max: COMPANIES - 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('look' as const), at: fc.array(dates, { minLength: 2, maxLength: 3 }) }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

class Died extends Error {}

async function tell(story: readonly Step[], looks: readonly Date[]): Promise<void> {
  const companyIds = await openCompanies(db, COMPANIES);
  const idOf = (company: number) => companyIds[company] as number;
  const journalOf = (rows: Extract<Step, { kind: 'post' }>['movements']) =>
    journalFor(rows.map(({ company, ...movement }) => ({ companyId: idOf(company), ...movement })));
  const written: Journal[] = [];
  const open: Awaited<ReturnType<typeof begin>>[] = [];

  const take = async (step: Step) => {
    switch (step.kind) {
      case 'post':
      case 'undo': {
        const journal =
          step.kind === 'post'
            ? journalOf(step.movements)
            : written.splice(step.which % Math.max(1, written.length), 1)[0];
        if (!journal) return;
        await withTransaction(db, (tx) => post(tx, step.kind === 'post' ? journal : reverseOf(journal.entries)));
        if (step.kind === 'post') written.push(journal);
        return;
      }
      case 'open': {
        if (open.length === OPEN_AT_ONCE) return;
        const transaction = await begin(db);
        open.push(transaction);
        return post(transaction.tx, journalOf(step.movements));
      }
      case 'end':
        await open.splice(step.which % Math.max(1, open.length), 1)[0]?.end(step.isCommitted ? 'COMMIT' : 'ROLLBACK');
        return;
      case 'checkpoint':
        await makeCheckpoints({ db, clock: CLOCK }, step.minTail);
        return;
      case 'crash':
        await withTransaction(db, async (tx) => {
          await extendCheckpoint(tx, idOf(step.company), new Date());
          throw new Died();
        }).catch((error) => {
          if (!(error instanceof Died)) throw error;
        });
        return;
      case 'look':
        for (const { tx } of open) await expectPlainSums(tx, companyIds, step.at);
        return withTransaction(db, (tx) => expectPlainSums(tx, companyIds, step.at));
    }
  };
  try {
    for (const step of story) await take(step);
  } finally {
    for (const transaction of open) await transaction.end('COMMIT');
  }
  await withTransaction(db, (tx) => expectPlainSums(tx, companyIds, looks));
  await makeCheckpoints({ db, clock: CLOCK }, 1);
  await withTransaction(db, (tx) => expectPlainSums(tx, companyIds, looks));
}

it('balances with checkpoints are the plain sums of the entries', async () => {
  const stories = fc.array(steps, { minLength: 5, maxLength: 40 });
  const looks = fc.array(dates, { minLength: 3, maxLength: 5 });
  await fc.assert(fc.asyncProperty(stories, looks, tell), { numRuns: NUM_RUNS, endOnFailure: false });
}, 240_000);
