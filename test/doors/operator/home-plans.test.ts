import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClearedOn } from '../../../src/books/ledger/days/ledger-days.sql.ts';
import { gatherDatabaseFacts, type Look } from '../../../src/care/doctor/gather-database-facts.ts';
import { createOverview } from '../../../src/care/telemetry/read-overview.ts';
import { readOrderedByAcquirer, readReceivedByAcquirer } from '../../../src/gateway/payments/acquirer-figures.sql.ts';
import { liveClock } from '../../../src/ground/clock.ts';
import { readConfig } from '../../../src/ground/config.ts';
import type { Tx } from '../../../src/ground/db/transaction.ts';
import { expectIndexed, FILL_TIMEOUT_MS, type FilledDatabase, openFilledDatabase } from '../../support/plans.ts';

/** What home asks, on many payments of which none is of today: nothing grows with what was stored before. */
let filled: FilledDatabase;
beforeAll(async () => {
  filled = await openFilledDatabase();
  // As folding, vacuuming and time leave it.
  await filled.query(`INSERT INTO ledger_day_round (covered_below, made_at)
    VALUES (pg_snapshot_xmin(pg_current_snapshot()), now())`);
  await filled.query("SELECT brin_summarize_new_values('ledger_entries_by_any_writer')");
}, FILL_TIMEOUT_MS);
afterAll(() => filled.close());

const TOMORROW = new Date(Date.now() + 86_400_000);
const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

it('how the day goes by acquirer', async () => {
  const explain = (work: (tx: Tx) => Promise<unknown>) => filled.explain(work);
  expectIndexed(await explain((tx) => readOrderedByAcquirer(tx, TOMORROW)), ['payments_by_created']);
  expectIndexed(await explain((tx) => readReceivedByAcquirer(tx, TOMORROW)), ['payments_by_payment']);
  const day = TOMORROW.toISOString().slice(0, 10);
  expectIndexed(await explain((tx) => readClearedOn(tx, day)), ['ledger_entries_by_any_writer'], { read: 20_000 });
});

it('what the doctor and metrics know', async () => {
  const failed: unknown[] = [];
  const look: Look = async (_what, work) =>
    work().catch((error) => {
      failed.push(error);
      return null;
    });
  const config = readConfig({});
  const explained = await filled.explain(async (tx) => {
    await gatherDatabaseFacts({ db: tx, config, realNow: () => new Date(), migrations: MIGRATIONS }, look);
    const sources = { db: tx, clock: liveClock(tx), bankAccounts: async () => [], sendsMail: true };
    await createOverview(sources)();
  });
  expect(failed).toEqual([]);
  // Of the catalogue there is as much as there are tables.
  const plans = explained.plans.filter(({ sql }) => !sql.includes('FROM pg_class'));
  expectIndexed({ ...explained, plans }, ['refunds_due_for_check'], { read: 10_000, sorted: 1_000 });
});
