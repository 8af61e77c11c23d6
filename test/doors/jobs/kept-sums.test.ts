import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { countCovered, journalFor, openAsService, openCompanies, post } from '../../books/ledger/books.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

/** More than are summed faster than a checkpoint is made. */
const ENTRIES = 1_200;

let gateway: TestGateway;
let db: DbPool;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, undefined, { sumsEveryMs: 20 });
  db = openAsService(gateway.database);
});
afterAll(async () => {
  await db?.close();
  await gateway?.close();
});

const isEmpty = async (table: string) => (await db.query(`SELECT FROM ${table} LIMIT 1`)).length === 0;

it('where no worker is, an API adds up what its answers would read row by row, and works on nothing', async () => {
  const { transaction } = (await gateway.post('/payments/order', orderBody())).body;
  expect((await gateway.post(`/sandbox/transactions/${transaction.id}/pay`)).status).toBe(200);
  const [companyId] = (await openCompanies(db, 1)) as [number];
  const movement = { companyId, account: 'main' as const, amountCents: 7, availableAt: new Date() };
  await withTransaction(db, (tx) => post(tx, journalFor(Array.from({ length: ENTRIES }, () => movement))));
  await eventually(async () => {
    expect(await isEmpty('payment_count_deltas')).toBe(true);
    expect(await countCovered(db, companyId)).toBe(ENTRIES);
    expect(await isEmpty('ledger_days')).toBe(false);
  });
  const told = await eventually(async () => {
    const rows = await db.query<{ worked_at: Date | null }>('SELECT worked_at FROM acquirer_notifications');
    expect(rows).not.toEqual([]);
    return rows;
  });
  expect(told).toEqual([{ worked_at: null }]);
});
