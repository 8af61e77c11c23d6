import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config.ts';
import { settleInCell } from '../../../src/ground/db/settle-in-cell.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem } from '../../../src/main.ts';
import { runCli } from '../../doors/cli/run-cli.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany, refundPix } from '../../support/money.ts';

/** Installations of one business have numbers, and their identities never meet. */
const FLOOR = 7e12;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** But for the installation itself, which is number 0 everywhere. */
const lowest = async (table: string, column = 'id') =>
  (await database.db.query<{ id: number }>(`SELECT min(${column}) AS id FROM ${table} WHERE ${column} <> 0`))[0]?.id;

it('everything that is made in a cell has an identity above its number times 10¹², and works', async () => {
  const gateway = await startTestGateway({ CELL: '7' }, database);
  try {
    const shop = await openCompany(gateway);
    const paymentId = await createPaid(gateway, shop, 10_000);
    expect(paymentId).toBeGreaterThan(FLOOR);
    expect((await refundPix(gateway, shop, paymentId, 10)).body.refund.id).toBeGreaterThan(FLOOR);
    const webhook = { url: 'http://localhost:1/', events: ['payment.created'] };
    expect((await gateway.post('/webhooks', webhook)).body.id).toBeGreaterThan(FLOOR);
    const wrong = { email: 'demo@vintem.dev', password: 'wrong' };
    for (const _ of [1, 2]) expect((await gateway.call('POST', '/auth', { body: wrong })).status).toBe(401);
    for (const list of ['/transactions', '/customers', '/refunds', '/events', '/audit-log', '/webhooks', '/companies'])
      expect(await gateway.get(list)).toMatchObject({ status: 200 });
    for (const table of ['merchants', 'users', 'companies', 'customers', 'payments', 'refunds', 'ledger_journals'])
      expect(await lowest(table)).toBeGreaterThan(FLOOR);
    expect(await lowest('events', 'position')).toBeGreaterThan(FLOOR);
  } finally {
    await gateway.close();
  }
  await expectCleanBooks(database.db);
});

it('a process with another number refuses to start, with the owner beside it or alone', async () => {
  const start = (env: Record<string, string>) =>
    startVintem(readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env }), createLog('silent'), () => {});
  const owned = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url };
  for (const env of [
    { ...owned, CELL: '8' },
    { DATABASE_URL: database.serviceUrl, CELL: '8' },
    { DATABASE_URL: database.serviceUrl },
  ])
    await expect(start(env)).rejects.toThrow(/^CELL is [08], and this database was made for cell 7: /);
});

it('vintem migrate without CELL leaves the number as it is, and refuses another', async () => {
  const env = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url };
  expect(await runCli(env, 'migrate')).toMatchObject({ code: 0, out: 'the database is up to date\n' });
  expect(await runCli({ ...env, CELL: '8' }, 'migrate')).toMatchObject({
    code: 1,
    err: expect.stringContaining('made for cell 7'),
  });
});

it('identities are only ever raised, and a table that comes later begins in the cell, too', async () => {
  await database.db.query('CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY, said text)');
  const next = async (table: string) =>
    (await database.db.query<{ id: number }>(`SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS id`))[0]?.id;
  const before = (await next('payments')) ?? 0;
  await settleInCell(database.db, 7);
  expect(await next('payments')).toBe(before + 1);
  expect(await next('later')).toBe(FLOOR + 1);
});

it('the number that is stored never changes', async () => {
  for (const sql of ['UPDATE own_cell SET cell = 8', 'DELETE FROM own_cell', 'TRUNCATE own_cell'])
    await expect(database.db.query(sql)).rejects.toThrow('append-only');
});
