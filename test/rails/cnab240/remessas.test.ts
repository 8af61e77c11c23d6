import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '../../../src/ground/clock.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { readFileParts } from '../../../src/rails/cnab240/files.sql.ts';
import type { CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { sendFile } from '../../../src/rails/cnab240/send-file.ts';
import { type Billing, openBilling } from '../../support/cnab240/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-remessas-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const now = new Date('2026-11-17T13:00:00Z');
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
const open = (profile: CnabProfileName): Billing => openBilling({ db: database.db, root, clock }, profile);

it('what is ordered while a remessa closes is in it or waits for the next one', async () => {
  const billing = open('bb');
  await billing.charge(1);
  let orders = 1;
  // After each look for more that finds nothing another one is ordered.
  const db = afterEmptyAnswers(database.db, 'FROM cnab_orders o JOIN cnab_titles', async () => {
    orders += 1;
    await billing.charge(orders);
  });
  const file = await sendFile({ db, clock }, billing.name, billing.account);
  expect(orders).toBeGreaterThan(1);
  const [{ sent = 0, waiting = 0 } = {}] = await database.db.query<{ sent: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE file_id IS NOT NULL) AS sent, count(*) FILTER (WHERE file_id IS NULL) AS waiting
     FROM cnab_orders WHERE acquirer = $1`,
    [billing.name],
  );
  expect({ sent, total: sent + waiting }).toEqual({ sent: await countEntries(file?.id ?? 0), total: orders });
});

/** Records P of a stored file. */
async function countEntries(fileId: number): Promise<number> {
  let text = '';
  for await (const part of readFileParts(database.db, fileId)) text += part.toString('latin1');
  return text.split('\r\n').filter((line) => line.slice(7, 8) === '3' && line.slice(13, 14) === 'P').length;
}

/** A pool whose statements that hold these words, and find nothing, are followed by an act of somebody else. */
function afterEmptyAnswers(db: DbPool, words: string, act: () => Promise<void>): DbPool {
  const connect = async () => {
    const client = await db.pool.connect();
    const query = async (config: string | pg.QueryConfig) => {
      const answer = await client.query(config as pg.QueryConfig);
      if (typeof config !== 'string' && config.text.includes(words) && answer.rows.length === 0) await act();
      return answer;
    };
    return new Proxy(client, { get: (target, key) => (key === 'query' ? query : bound(target, key)) });
  };
  const pool = new Proxy(db.pool, { get: (target, key) => (key === 'connect' ? connect : bound(target, key)) });
  return { ...db, pool };
}

function bound(target: object, key: string | symbol): unknown {
  const value = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

it.each(['caixa', 'itau', 'santander', 'bb'] as const)('%s: a later due date goes out and counts', async (profile) => {
  const billing = open(profile);
  await billing.charge(1);
  await billing.send();
  await billing.closeDay();
  const at = { reference: billing.referenceOf(1), transactionId: null, endToEndId: null };
  // Long after the last day on which it could be paid so far.
  expect(await billing.acquirer.changeDueDate?.(at, '2027-03-01')).toEqual({ outcome: 'requested' });
  await billing.charge(2);
  expect(await billing.send()).toMatchObject({ titles: 2, setAside: [] });
  await billing.closeDay();
  expect(await billing.ask(1)).toMatchObject({ dueDate: '2027-03-01', requestedChange: null });
});

it('what cannot be written is set aside and told, and the rest goes out', async () => {
  const billing = open('itau');
  await billing.charge(1);
  await billing.charge(2);
  // Nobody can order this: 300 days, and the bank's file has two columns for them.
  await database.db.query(
    `UPDATE cnab_titles SET terms = terms || '{"lastPayableDate": "2027-09-15"}' WHERE reference = $1`,
    [billing.referenceOf(1)],
  );
  const why = expect.stringMatching(/300/);
  expect(await billing.send()).toMatchObject({
    titles: 1,
    amount_cents: 15_000,
    setAside: [{ movement: 'entry', why }],
  });
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_CONFIRMATION' });
  const again = sendFile({ db: database.db, clock }, billing.name, billing.account);
  await expect(again).rejects.toThrow(/nothing that waits can be written/);
  await billing.charge(3);
  expect(await billing.send()).toMatchObject({ number: 2, titles: 1 });
});
