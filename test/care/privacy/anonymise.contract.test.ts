import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { anonymiseIdleCustomers } from '../../../src/care/privacy/anonymise-idle-customers.ts';
import { finishAnonymisations } from '../../../src/care/privacy/finish-anonymisations.ts';
import { insertRefusal } from '../../../src/pages/reminders/refusals.sql.ts';
import { hashOfAddress } from '../../../src/pages/reminders/reminder-address.ts';
import { cliJson, runCli } from '../../doors/cli/run-cli.ts';
import { callByCookie, logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually, expectError, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

/** Texts that stand for a person, and that are to be found nowhere afterwards. */
const CANARY = {
  name: 'Zulmira Canária',
  email: 'zulmira.canaria@example.com',
  document: '39053344705',
  phone: { country_code: '55', area_code: '41', number: '912345678' },
};
const TRACES = ['Zulmira', 'zulmira', '39053344705', '912345678', 'Rua da Canária', 'presente da tia', '203.0.113.77'];
const IN_LOG = 'pedido de Zulmira';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const CUSTOMER = {
  ...CANARY,
  address: { line_1: 'Rua da Canária, 1', zip_code: '80000000', city: 'Curitiba', state: 'PR', country: 'BR' },
  ip: '203.0.113.77',
};
const bodyOf = (body: object, document = CANARY.document) => ({
  ...body,
  customer: { ...CUSTOMER, document },
  metadata: { nota: 'presente da tia Zulmira' },
});

async function order(body: object = orderBody(), headers: Record<string, string> = {}): Promise<number> {
  const answer = await gateway.call('POST', '/payments/order', { token: gateway.token, body, headers });
  expect(answer.body.success).toBe(true);
  return answer.body.transaction.id;
}

const act = (id: number, action: string) => gateway.post(`/sandbox/transactions/${id}/${action}`);
const statusOf = async (id: number) => (await gateway.get(`/transactions/${id}`)).body.status;
async function untilStatus(id: number, status: number) {
  await eventually(async () => expect(await statusOf(id)).toBe(status));
}
const customerOf = async (document: string) =>
  (await gateway.get(`/customers?document=${document}`)).body.data[0]?.id as number | undefined;
const anonymise = (id: number) => gateway.post(`/customers/${id}/anonymise`);

/** Every table and column of the gateway that holds one of these texts. The sandbox acquirer stands for a bank. */
async function whereStored(traces: readonly string[]): Promise<string[]> {
  const { db } = gateway.database;
  const tables = await db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
    if (rows.some(({ row }) => traces.some((trace) => row.includes(trace)))) found.push(name);
  }
  return found;
}

let customerId: number;
let paidId: number;
let failedId: number;
const KEY = { 'idempotency-key': 'canaria-1' };

it('[privacy] is refused while a transaction is pending', async () => {
  paidId = await order(bodyOf(orderBody()), KEY);
  const payment = { type: 'invoice', installments: 1, fine: { percent: 200 } };
  failedId = await order(bodyOf(boletoBody({ payment })));
  customerId = (await customerOf(CANARY.document)) as number;
  const before = await gateway.get(`/customers/${customerId}`);
  expectError(await anonymise(customerId), { status: 400, code: 'CUSTOMER_HAS_OPEN_PAYMENTS' });
  expect((await gateway.get(`/customers/${customerId}`)).body).toEqual(before.body);
  await act(paidId, 'pay');
  await act(failedId, 'cancel');
  await untilStatus(paidId, 2);
  await untilStatus(failedId, 3);
});

it('[privacy] is refused while a refund is under way', async () => {
  await gateway.database.db.query('UPDATE payments SET refunding_cents = 1 WHERE id = $1', [paidId]);
  expectError(await anonymise(customerId), { status: 400, code: 'CUSTOMER_HAS_OPEN_PAYMENTS' });
});

it('[privacy] is for whoever logged in lately, and for the owner alone', async () => {
  const { db } = gateway.database;
  const ROUTES = [
    ['GET', `/customers/${customerId}/export`],
    ['POST', `/customers/${customerId}/anonymise`],
  ] as const;
  const cookie = await logInByCookie(gateway);
  const old = "UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '16 minutes'";
  await db.query(old);
  for (const [method, path] of ROUTES) {
    expectError(await gateway.call(method, path), { status: 401, code: 'UNAUTHORIZED' });
    const late = await callByCookie(gateway, cookie)(method, `/dashboard/api${path}`);
    expectError(late, { status: 403, code: 'PASSWORD_NEEDED' });
  }
  await db.query("UPDATE users SET role = 'FINANCE' WHERE merchant_id = 1");
  for (const [method, path] of ROUTES) {
    await eventually(async () =>
      expectError(await gateway.call(method, path, { token: gateway.token }), { status: 403, code: 'FORBIDDEN' }),
    );
  }
  await db.query("UPDATE users SET role = 'OWNER' WHERE merchant_id = 1");
  await eventually(async () => expectError(await anonymise(999_999), { status: 404, code: 'CUSTOMER_NOT_FOUND' }));
  await db.query('UPDATE payments SET refunding_cents = 0 WHERE id = $1', [paidId]);
});

it('[privacy] exports everything that is stored', async () => {
  const refund = { transaction_id: paidId, amount: 1, description: 'devolução para Zulmira' };
  expect((await gateway.post('/payments/pix/refund', refund)).status).toBe(200);
  await gateway.database.db.query(
    `WITH endpoint AS (
       INSERT INTO webhook_endpoints (merchant_id, url, events, status, secret_sealed, created_at, updated_at)
       VALUES (1, 'http://localhost/', '{payment.approved}', 'DISABLED', '', now(), now()) RETURNING id
     ), delivered AS (
       INSERT INTO webhook_deliveries (event_id, endpoint_id, status, created_at)
       SELECT e.id, endpoint.id, 'DELIVERED', now() FROM events e, endpoint WHERE e.subject_id = $1 LIMIT 1 RETURNING id
     ) INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, response_body, duration_ms)
       SELECT id, now(), 200, $2, 1 FROM delivered`,
    [paidId, IN_LOG],
  );
  await gateway.database.db.query(
    `INSERT INTO reminders (merchant_id, payment_id, day, place, address_hash, status, created_at)
     VALUES (1, $1, '2026-11-18', 1, $2, 'SENT', now())`,
    [failedId, hashOfAddress(CANARY.email)],
  );
  // As if the boleto was of a bank that takes files.
  await gateway.database.db.query(
    `INSERT INTO cnab_titles (acquirer, reference, sequence, year, our_number, document_number, issued_on, due_date,
       amount_cents, terms, status, history, created_at)
     SELECT 'filebank', reference, 1, 2026, '1', '1', '2026-11-17', '2026-11-20', amount_cents,
       jsonb_build_object('payer', jsonb_build_object('name', customer_name, 'document', customer_document,
         'address', customer_address ->> 'line_1'), 'discounts', '[]'::jsonb), 'WRITTEN_OFF', '[]', now()
     FROM payments WHERE id = $1`,
    [failedId],
  );
  const refusal = { merchantId: 1, companyId: 1, addressHash: hashOfAddress(CANARY.email) };
  await insertRefusal(gateway.database.db, refusal, new Date());
  const answer = await gateway.get(`/customers/${customerId}/export`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="customer-${customerId}.json"`);
  const { customer, transactions, is_partial, reminder_refusals } = answer.body;
  expect(customer).toMatchObject({ id: customerId, name: CANARY.name, document: CANARY.document, anonymisation: null });
  expect(is_partial).toBe(false);
  expect(transactions.map(({ id }: { id: number }) => id)).toEqual([failedId, paidId]);
  const [failed, paid] = transactions;
  expect(reminder_refusals).toEqual([{ company_id: 1, refused_at: expect.any(String) }]);
  expect(failed.reminders).toEqual([{ day: '2026-11-18', status: 'SENT' }]);
  expect(failed).toMatchObject({ fine: { percent: 200 }, payable_days_after_due: 30, paid_amount: null });
  expect(paid).not.toHaveProperty('paid_amount');
  expect(paid).toMatchObject({
    status: 'APPROVED',
    customer: { email: CANARY.email, address: { city: 'Curitiba' }, ip: CUSTOMER.ip },
    metadata: { nota: 'presente da tia Zulmira' },
    refunds: [{ amount_cents: 100, description: 'devolução para Zulmira', status: 'REFUNDED' }],
    webhook_answers: [{ response_body: IN_LOG }],
  });
  expect(paid.items).toEqual(orderBody().items);
  expect(paid.events.map(({ event }: { event: string }) => event)).toContain('payment.approved');
});

it('[privacy] exports on the command line, to a file that only its owner reads', async () => {
  const env = { DATABASE_URL: gateway.database.url };
  const printed = await cliJson(env, 'customer', 'export', '--document', '390.533.447-05', '--merchant', '1');
  expect(printed.transactions).toHaveLength(2);
  const folder = mkdtempSync(join(tmpdir(), 'vintem-'));
  const file = join(folder, 'customer.json');
  const args = ['customer', 'export', String(customerId), '--merchant', '1', '--to', file];
  expect(await cliJson(env, ...args)).toEqual({ customer_id: customerId, transactions: 2, file });
  expect(JSON.parse(readFileSync(file, 'utf8')).transactions).toEqual(printed.transactions);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await runCli(env, ...args)).code).toBe(1);
  expect((await runCli(env, 'customer', 'export', '--merchant', '1')).err).toContain('--document');
  rmSync(folder, { recursive: true });
});

it('[privacy] removes the person everywhere, and nothing of the books', async () => {
  await gateway.post('/sandbox/clock', { advance_seconds: 2 * 86_400 });
  await sealBooks(gateway.vintem.deps);
  const { db } = gateway.database;
  const books = () =>
    Promise.all([
      db.query('SELECT id, status, amount_cents, refunded_cents, fee_cents, paid_at, items FROM payments ORDER BY id'),
      db.query('SELECT * FROM ledger_entries ORDER BY id'),
      db.query('SELECT id, payload FROM events ORDER BY position'),
      db.query('SELECT number, hash FROM seals ORDER BY number'),
    ]);
  const before = await books();
  expect(before[3]).not.toHaveLength(0);
  const counted = (await gateway.get('/customers')).body.total;
  expect(await whereStored([...TRACES, IN_LOG])).toEqual([
    'cnab_titles',
    'customers',
    'idempotency_keys',
    'payments',
    'refunds',
    'webhook_attempts',
  ]);

  const answer = await anonymise(customerId);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ customer_id: customerId, is_complete: true });
  expect(answer.body.document_kept_until).toMatch(/^\d{4}-01-01$/);

  // The document of who paid is kept for the law, in one place that no route shows.
  expect(await whereStored([...TRACES, IN_LOG])).toEqual(['customer_anonymisations']);
  expect(await whereStored(TRACES.filter((trace) => trace !== CANARY.document))).toEqual([]);
  expect(await db.query('SELECT FROM reminders')).toEqual([]);
  expect(
    await db.query(`SELECT terms -> 'payer' ->> 'name' AS name, terms -> 'discounts' AS discounts FROM cnab_titles`),
  ).toEqual([{ name: 'Dados removidos', discounts: [] }]);
  // A wish not to be written to is kept, under a hash.
  expect(await db.query('SELECT FROM reminder_refusals')).toHaveLength(1);
  expect(await books()).toEqual(before);
  await expectCleanBooks(db);
  expect((await gateway.get('/customers')).body.total).toBe(counted);
});

it('[privacy] nobody finds the person any more', async () => {
  for (const query of [`document=${CANARY.document}`, 'name=Zulmira'])
    expect((await gateway.get(`/customers?${query}`)).body.data).toEqual([]);
  for (const term of [CANARY.document, CANARY.email, 'Zulmira'])
    expect((await gateway.get(`/transactions?q=${encodeURIComponent(term)}`)).body.data ?? []).toEqual([]);
  const read = JSON.stringify([
    (await gateway.get(`/customers/${customerId}`)).body,
    (await gateway.get(`/customers/${customerId}/export`)).body,
    (await gateway.get(`/transactions/${paidId}`)).body,
    (await gateway.get(`/transactions/${paidId}?payment_type=PIX`)).body,
  ]);
  for (const trace of TRACES) expect(read).not.toContain(trace);
});

it('[privacy] may be repeated, here and on the command line', async () => {
  const first = await anonymise(customerId);
  const env = { DATABASE_URL: gateway.database.url };
  const again = await cliJson(env, 'customer', 'anonymise', String(customerId), '--merchant', '1');
  expect(again).toEqual(first.body);
});

it('[privacy] a repeated order answers as before and makes nothing', async () => {
  const repeated = await gateway.call('POST', '/payments/order', {
    token: gateway.token,
    body: bodyOf(orderBody()),
    headers: KEY,
  });
  expect(repeated.body.transaction).toMatchObject({ id: paidId });
  expect(repeated.body.transaction.metadata).toEqual({});
});

it('[privacy] a failed transaction of a removed person cannot be tried again', async () => {
  const answer = await gateway.post(`/transactions/${failedId}/retry`);
  expectError(answer, { status: 400, code: 'TRANSACTION_NOT_FAILED' });
});

it('[privacy] a later order with the same document makes a new customer', async () => {
  await order(bodyOf(orderBody()));
  const next = await customerOf(CANARY.document);
  expect(next).toBeGreaterThan(customerId);
});

it('[privacy] a job goes on with large customers, and removes kept documents in their time', async () => {
  const { db } = gateway.database;
  await db.query('UPDATE customer_anonymisations SET wiped_at = NULL, wiped_through = NULL');
  await db.query("UPDATE payments SET customer_name = 'Zulmira' WHERE id = $1", [paidId]);
  const early = { ...gateway.vintem.deps, clock: { ...gateway.vintem.deps.clock, now: async () => new Date() } };
  while (await finishAnonymisations(early));
  expect((await gateway.get(`/transactions/${paidId}`)).body.customer_name).not.toBe('Zulmira');
  const kept = () => db.query<{ kept_document: string | null }>('SELECT kept_document FROM customer_anonymisations');
  expect(await kept()).toEqual([{ kept_document: CANARY.document }]);
  const late = { ...early, clock: { ...early.clock, now: async () => new Date(Date.now() + 7 * 366 * 86_400_000) } };
  while (await finishAnonymisations(late));
  expect(await kept()).toEqual([{ kept_document: null }]);
  // That it was done stays provable.
  await expect(db.query('DELETE FROM customer_anonymisations')).rejects.toThrow(/append-only/);
});

it('[privacy] people who have not ordered for years are removed, if set; others and open ones stay', async () => {
  const { db } = gateway.database;
  const documents = ['11144477735', '12345678909', '98765432100'];
  const [idle, active, open] = documents as [string, string, string];
  for (const document of documents) {
    const id = await order(withValue(orderBody(), 'customer.document', document));
    if (document !== open) await act(id, 'cancel').then(() => untilStatus(id, 3));
  }
  await db.query(`UPDATE customers SET updated_at = updated_at - interval '6 years' WHERE document = ANY ($1)`, [
    documents,
  ]);
  await db.query(
    `UPDATE payments SET created_at = created_at - interval '6 years'
     WHERE customer_id IN (SELECT id FROM customers WHERE document = ANY ($1))`,
    [[idle, open]],
  );
  const run = async (customerDataYears: number) => {
    const deps = { ...gateway.vintem.deps, config: { ...gateway.vintem.deps.config, customerDataYears } };
    while (await anonymiseIdleCustomers(deps));
  };
  await run(0);
  expect(await customerOf(idle)).toBeDefined();
  await run(5);
  expect(await customerOf(idle)).toBeUndefined();
  expect(await customerOf(active)).toBeDefined();
  expect(await customerOf(open)).toBeDefined();
});
