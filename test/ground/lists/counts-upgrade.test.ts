import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNT_CHECKS } from '../../../src/care/audit/counts.sql.ts';
import { foldPaymentCounts } from '../../../src/gateway/payments/payment-counts.sql.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addMerchant, addPayments } from '../../support/many-payments.ts';

/** Counters begin on a database that is in use: what is written before, while and after is counted once. */

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const [FIRST, LAST] = ['0035', '0037'];

const folders = {
  before: mkdtempSync(path.join(tmpdir(), 'vintem-before-')),
  upTo: mkdtempSync(path.join(tmpdir(), 'vintem-upto-')),
};
let database: TestDatabase;
beforeAll(async () => {
  for (const name of readdirSync(MIGRATIONS)) {
    if (name < FIRST) cpSync(path.join(MIGRATIONS, name), path.join(folders.before, name));
    if (name < FIRST || name.slice(0, 4) <= LAST) cpSync(path.join(MIGRATIONS, name), path.join(folders.upTo, name));
  }
  database = await createTestDatabase();
  await database.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(database.db, folders.before);
});
afterAll(async () => {
  await database.drop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});

it('counts what was there and what comes meanwhile', async () => {
  const { db } = database;
  const merchant = await addMerchant(db, 2);
  await addPayments(db, merchant, 3_000);
  let isOver = false;
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const writers = [
    again(() => addPayments(db, merchant, 5)),
    again(() => db.query('UPDATE payments SET status = 3 WHERE id = (SELECT max(id) FROM payments WHERE status = 1)')),
    // A transaction that has written before the counters exist, and ends at some time.
    again(() =>
      db.query(
        `BEGIN; UPDATE payments SET status = 3 WHERE id = (SELECT min(id) FROM payments WHERE status = 1);
         SELECT pg_sleep(0.05); COMMIT`,
      ),
    ),
  ];
  try {
    const applied = await migrate(db, folders.upTo, 'public', { lockTimeoutMs: 500, tries: 200, pauseMs: 10 });
    expect(applied.map((name) => name.slice(0, 4))).toEqual(['0035', '0036', '0037']);
    await workInChunks(db, foldPaymentCounts);
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  // Links came later, and are counted by themselves.
  const checks = COUNT_CHECKS.filter(({ sql }) => !sql.includes('payment_links'));
  for (const { name, sql } of checks) expect(await db.query(sql), name).toEqual([]);
  const [counted] = await db.query<{ sum: number }>('SELECT sum(count)::bigint AS sum FROM payment_counts');
  expect(counted?.sum).toBeGreaterThanOrEqual(3_000);
});
