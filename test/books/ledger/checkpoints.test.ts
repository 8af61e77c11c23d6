import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { extendCheckpoint, findLongTails } from '../../../src/books/ledger/checkpoints.sql.ts';
import { makeCheckpoints } from '../../../src/books/ledger/make-checkpoints.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { CHUNK_SIZE } from '../../../src/ground/queues/chunks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  begin,
  CLOCK,
  countCovered,
  expectPlainSums,
  journalFor,
  openAsService,
  openCompanies,
  post,
} from './books.ts';

/** How checkpoints are made; that they are right stands in the property beside this. */
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

const NOON = new Date('2026-03-10T15:00:00Z');
const LOOKS = [
  new Date('2026-03-09T03:00:00Z'),
  NOON,
  new Date('2026-03-10T15:00:00.001Z'),
  new Date('2027-01-01T03:00:00Z'),
];

async function openCompany(): Promise<number> {
  const [companyId] = await openCompanies(db, 1);
  return companyId as number;
}

function pay(companyId: number, times = 1): Promise<void> {
  const movement = { companyId, account: 'main' as const, amountCents: 7, availableAt: NOON };
  return withTransaction(db, (tx) =>
    post(
      tx,
      journalFor(
        Array.from({ length: times }, (_, number) => ({
          ...movement,
          availableAt: new Date(NOON.getTime() + number * 60_000),
        })),
      ),
    ),
  );
}

const make = (minTail: number) => makeCheckpoints({ db, clock: CLOCK }, minTail);
/** A transaction of another test in the same cluster may be open: what it hides is covered a little later. */
const untilCovered = (companyId: number, count: number, minTail = 1) =>
  vi.waitUntil(
    async () => {
      await make(minTail);
      return (await countCovered(db, companyId)) === count;
    },
    { timeout: 150_000 },
  );
async function haveAllEnded(): Promise<boolean> {
  const [row] = await db.query<{ ended: boolean }>(
    `SELECT written_by < pg_snapshot_xmin(pg_current_snapshot()) AS ended
     FROM ledger_entries ORDER BY written_by DESC LIMIT 1`,
  );
  return row?.ended ?? false;
}
const expectSums = (companyId: number) => withTransaction(db, (tx) => expectPlainSums(tx, [companyId], LOOKS));

it('a company has no checkpoint before it pays', async () => {
  const companyId = await openCompany();
  await pay(companyId, 20);
  await make(21);
  expect(await countCovered(db, companyId)).toBe(0);
  await untilCovered(companyId, 20, 20);
  await expectSums(companyId);
});

it('more entries than a chunk holds are covered chunk by chunk, also those of one large transaction', async () => {
  const companyId = await openCompany();
  await pay(companyId, 10);
  await pay(companyId, CHUNK_SIZE + 500);
  for (let number = 0; number < 20; number++) await pay(companyId, 200);
  await vi.waitUntil(haveAllEnded, { timeout: 150_000 });
  await withTransaction(db, (tx) => extendCheckpoint(tx, companyId, NOON));
  // The whole of the transaction that reaches across the end of the chunk, and nothing beyond it.
  expect(await countCovered(db, companyId)).toBe(CHUNK_SIZE + 510);
  await expectSums(companyId);
  await untilCovered(companyId, CHUNK_SIZE + 4_510);
  await expectSums(companyId);
});

it('what a transaction wrote that is still open is covered after it, and nothing is covered twice', async () => {
  const companyId = await openCompany();
  const slow = await begin(db);
  await post(slow.tx, journalFor([{ companyId, account: 'retained', amountCents: 1_000, availableAt: NOON }]));
  await pay(companyId, 5);
  await make(1);
  expect(await countCovered(db, companyId)).toBe(0);
  await slow.end('COMMIT');
  await expectSums(companyId);
  await untilCovered(companyId, 6);
  await make(1);
  expect(await countCovered(db, companyId)).toBe(6);
  await expectSums(companyId);
});

it('many processes at once cover everything once, while others write', async () => {
  const companyIds = await openCompanies(db, 4);
  const write = async () => {
    for (let number = 0; number < 25; number++) await pay(companyIds[number % 4] as number, 3);
  };
  const work = async () => {
    for (let number = 0; number < 15; number++) await make(2);
  };
  await Promise.all([write(), write(), work(), work(), work()]);
  for (const companyId of companyIds) {
    const [row] = await db.query<{ count: number }>(
      'SELECT count(*) AS count FROM ledger_entries WHERE company_id = $1',
      [companyId],
    );
    await untilCovered(companyId, row?.count ?? 0);
    await expectSums(companyId);
  }
});

it('looks at all companies by turns, a bounded number at a time', async () => {
  const companyIds = await openCompanies(db, 7);
  for (const companyId of companyIds) await pay(companyId, 3);
  const found = new Set<number>();
  for (let look = 0; look < 100 && !companyIds.every((id) => found.has(id)); look++) {
    const ids = await withTransaction(db, (tx) => findLongTails(tx, 2, 2, 1));
    expect(ids.length).toBeLessThanOrEqual(1);
    for (const id of ids) found.add(id);
  }
  expect(companyIds.every((id) => found.has(id))).toBe(true);
});

it('a checkpoint of another cluster, where transactions had higher numbers, is not believed, and made anew', async () => {
  const companyId = await openCompany();
  await pay(companyId, 30);
  await untilCovered(companyId, 30);
  await asRestored(`UPDATE ledger_checkpoints SET covered_below = '900000000000' WHERE company_id = ${companyId}`);
  await pay(companyId, 4);
  await expectSums(companyId);
  await untilCovered(companyId, 34);
  await expectSums(companyId);
});

it('the database refuses a checkpoint above running transactions, and one that covers less than before', async () => {
  const companyId = await openCompany();
  await pay(companyId, 3);
  await untilCovered(companyId, 3);
  const cover = (below: string) =>
    db.query(`UPDATE ledger_checkpoints SET covered_below = ${below} WHERE company_id = $1`, [companyId]);
  await expect(cover("'900000000000'")).rejects.toThrow('still run');
  await expect(cover("'1'")).rejects.toThrow('never shrinks');
  await expect(db.query('TRUNCATE ledger_checkpoints CASCADE')).rejects.toMatchObject({ code: '42501' });
});

/** Rows as a restore puts them in: no trigger looks at them. */
async function asRestored(sql: string): Promise<void> {
  const client = await database.db.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
  } finally {
    client.release();
  }
}
