import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

/** An empty database of the same cluster stands in for a replica: whatever is read there is not found. */
let replica: TestDatabase;
let reading: TestGateway;
/** The address of its replica leads nowhere. */
let alone: TestGateway;
let paymentId: number;
let companyId: number;
let webhookId: number;
beforeAll(async () => {
  replica = await createTestDatabase();
  reading = await startTestGateway({ DATABASE_READ_URL: replica.serviceUrl });
  alone = await startTestGateway(
    { DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/nothing', VINTEM_ROLE: 'api' },
    reading.database,
  );
  const [company] = (await reading.get('/companies')).body.data;
  companyId = company.id;
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['payment.created', 'payment.refunded'] };
  webhookId = (await reading.post('/webhooks', webhook)).body.id;
  const ordered = await reading.post('/payments/order', orderOf(10_000));
  paymentId = ordered.body.transaction.id;
  await reading.post(`/sandbox/transactions/${paymentId}/pay`, { notify: false });
  await reading.get(`/transactions/${paymentId}?payment_type=PIX`);
  const refunded = await reading.post('/payments/pix/refund', { transaction_id: paymentId, amount: 10 });
  expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
  const link = { company_id: companyId, title: 'Camiseta', items: [{ name: 'Camiseta', quantity: 1, price: 1_000 }] };
  expect((await reading.post('/payment-links', link)).status).toBe(201);
}, 120_000);
afterAll(async () => {
  await alone.close();
  await reading.close();
  await replica.drop();
});

const rowsOf = async (gateway: TestGateway, path: string) => {
  const { status, body } = await gateway.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.filter((row: { count?: number }) => row.count !== 0).length;
};
const LISTS = [
  '/transactions',
  '/customers',
  '/refunds',
  '/payment-links',
  '/reports/payments',
  '/companies/{company}/statement',
  '/companies/{company}/statement/days',
  '/webhooks/{webhook}/deliveries',
];
const pathOf = (list: string) => list.replace('{company}', String(companyId)).replace('{webhook}', String(webhookId));

describe('with DATABASE_READ_URL', () => {
  it.each(LISTS)('%s is read at the replica', async (list) => {
    expect(await rowsOf(reading, pathOf(list))).toBe(0);
  });

  it('what decides about money, single records, files and the feed are read at the primary', async () => {
    expect((await reading.get(`/transactions/${paymentId}`)).body).toMatchObject({ refunded_amount: 1_000 });
    expect((await reading.get('/transactions?format=csv')).body).toContain(`\n${paymentId},`);
    expect((await reading.get(`/companies/${companyId}/statement?format=csv`)).body.trim().split('\n').length).toBe(5);
    const { available, future } = (await reading.post('/balance/list', { companyIds: [companyId] })).body;
    expect(available + future).toBeGreaterThan(0);
    expect((await reading.get('/companies')).body.data[0].balance).toMatchObject({ available, future });
    // The feed waits for every running transaction, including those of other tests in this cluster.
    await eventually(async () => expect(await rowsOf(reading, '/events')).toBeGreaterThan(0));
    expect(await rowsOf(reading, `/transactions/${paymentId}/entries`)).toBeGreaterThan(0);
  });
});

describe('with a replica that is away', () => {
  it.each(LISTS)('%s is read at the primary', async (list) => {
    expect(await rowsOf(alone, pathOf(list))).toBeGreaterThan(0);
  });
});
