import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { orderBody } from '../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess, type VintemProcess } from '../support/processes/process.ts';

let database: TestDatabase;
let processes: VintemProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // Started at once on an empty database: both want to migrate, make secrets and make demo data.
  const env = { DATABASE_URL: database.url };
  processes = await Promise.all([startVintemProcess({ env }), startVintemProcess({ env })]);
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await database.drop();
});

const [first, second] = [() => (processes[0] as VintemProcess).url, () => (processes[1] as VintemProcess).url];

it('shares logins: a token of one is good at the other', async () => {
  const token = await logInAsDemo(first());
  expect((await callJson(`${second()}/auth`, { token })).status).toBe(200);
});

it('shares payments: ordered at one, paid through the other, read at both', async () => {
  const token = await logInAsDemo(first());
  const { body } = await callJson(`${first()}/payments/order`, { token, body: orderBody() });
  const { id } = body.transaction;
  const paid = await callJson(`${second()}/sandbox/transactions/${id}/pay`, { token, method: 'POST' });
  expect(paid.body.acquirer_status).toBe('PAID');
  for (const url of [first(), second()]) {
    expect((await callJson(`${url}/transactions/${id}`, { token })).body.status).toBe(2);
  }
});

it('shares the clock', async () => {
  const token = await logInAsDemo(first());
  const { body } = await callJson(`${first()}/sandbox/clock`, { token, body: { advance_seconds: 86_400 } });
  const created = await callJson(`${second()}/payments/order`, { token, body: orderBody() });
  expect(created.body.transaction.created_at >= body.now).toBe(true);
});

it('makes demo data once', async () => {
  const [row] = await database.db.query<{ merchants: number }>(
    'SELECT count(*) AS merchants FROM merchants WHERE id > 0',
  );
  expect(row?.merchants).toBe(2);
});

it('goes on alone when the other is killed', async () => {
  await (processes[0] as VintemProcess).kill();
  const token = await logInAsDemo(second());
  const { body } = await callJson(`${second()}/payments/order`, { token, body: orderBody() });
  await callJson(`${second()}/sandbox/transactions/${body.transaction.id}/pay`, { token, method: 'POST' });
  expect((await callJson(`${second()}/transactions/${body.transaction.id}`, { token })).body.status).toBe(2);
});
