import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ISSUE_ORDERS, STORE_ORDERS } from '../../src/gateway/orders/orders.sql.ts';
import { openPool } from '../../src/ground/db/pool.ts';
import { withTransaction } from '../../src/ground/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { type Link, startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.ts';
import { expectSound } from '../support/soundness.ts';

/** PostgreSQL executes a statement, and the connection breaks before it can answer. */

const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');
const STORE_ANSWER = Buffer.from('SET response_status = $4');
/** The connections of the gateway's own pools; those of the simulated acquirer are left alone. */
const OURS = ['vintem', 'vintem-orders'].map((name) => Buffer.from(`application_name\0${name}\0`));

/** What to wait for, and how many of them to let pass. */
let cutAt: { text: Buffer; countdown: number } | null = null;
let cuts = 0;
const ours = new WeakSet<Link>();
const doomed = new WeakSet<Link>();

let database: TestDatabase;
let proxy: TcpProxy;
let gateway: TestGateway;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(Number(new URL(database.url).port), {
    onSent(link, chunk) {
      if (OURS.some((name) => chunk.includes(name))) ours.add(link);
      if (!cutAt || !ours.has(link) || !chunk.includes(cutAt.text) || --cutAt.countdown > 0) return;
      cutAt = null;
      doomed.add(link);
    },
    onAnswer(link) {
      if (!doomed.has(link)) return true;
      cuts++;
      link.client.destroy();
      return false;
    },
  });
  const url = new URL(database.serviceUrl);
  url.port = String(proxy.port);
  // No background work: only the repeats decide what becomes of a payment.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, { ...database, serviceUrl: url.href });
});
afterEach(() => expectSound(database.db));
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
  await database?.drop();
});

const POINTS = [
  { point: 'the first commit', text: COMMIT, nth: 1 },
  { point: 'the second commit', text: COMMIT, nth: 2 },
  { point: 'the stored answer', text: STORE_ANSWER, nth: 1 },
];
/** An order is stored by two statements that commit by themselves, the answer under its key with the second. */
const ORDER_POINTS = [
  { point: 'the first write', text: Buffer.from(STORE_ORDERS.name), nth: 1 },
  { point: 'the second write', text: Buffer.from(ISSUE_ORDERS.name), nth: 1 },
];
let counter = 0;

const post = (path: string, body: unknown, key: string) => attempt(gateway.url, path, gateway.token, body, key);

async function countOf(sql: string, params: unknown[] = []): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(sql, params);
  return row?.count ?? -1;
}

/** The first request loses an answer and says "try again"; an immediate repeat knows the outcome. */
async function loseAnswer(point: (typeof POINTS)[number], path: string, body: unknown) {
  const key = `lost-${++counter}`;
  const before = cuts;
  cutAt = { text: point.text, countdown: point.nth };
  const first = await post(path, body, key);
  expect(cuts).toBe(before + 1);
  expect(first).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
  const second = await post(path, body, key);
  expect(second).toMatchObject({ status: 200, body: { success: true } });
  const third = await post(path, body, key);
  expect(third?.headers.get('idempotency-replayed')).toBe('true');
  expect(third?.body).toEqual(second?.body);
  return second?.body;
}

it.each(ORDER_POINTS)('an order whose answer to $point is lost: one payment, one charge', async (point) => {
  const [payments, charges] = [
    await countOf('SELECT count(*) FROM payments'),
    await countOf('SELECT count(*) FROM sandbox_acquirer.charges'),
  ];
  const { transaction } = await loseAnswer(point, '/payments/order', orderOf(2_000));
  expect(await countOf('SELECT count(*) FROM payments')).toBe(payments + 1);
  expect(await countOf('SELECT count(*) FROM sandbox_acquirer.charges')).toBe(charges + 1);
  expect(await countOf('SELECT count(*) FROM payments WHERE id = $1 AND status = 1', [transaction.id])).toBe(1);
});

it.each(
  POINTS.flatMap((point) => [
    { ...point, path: '/payments/pix/refund' },
    { ...point, path: '/payments/reversal' },
  ]),
)(
  'a $path whose answer to $point is lost: one refund, once from the balance, once at the acquirer',
  async ({ path, ...point }) => {
    const { id } = (await gateway.post('/payments/order', orderOf(5_000))).body.transaction;
    await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
    expect((await gateway.get(`/transactions/${id}?payment_type=PIX`)).body.status).toBe(2);
    const isPartial = path === '/payments/pix/refund';
    const { refund } = await loseAnswer(point, path, { transaction_id: id, ...(isPartial ? { amount: 12.34 } : {}) });
    expect(refund.amount).toBe(isPartial ? 1_234 : 5_000);
    expect(await countOf('SELECT count(*) FROM refunds WHERE payment_id = $1', [id])).toBe(1);
    expect(
      await countOf(
        `SELECT count(*) FROM sandbox_acquirer.refunds r JOIN payments p ON p.reference = r.charge_reference
         WHERE p.id = $1`,
        [id],
      ),
    ).toBe(1);
  },
);

/** FATAL with SQLSTATE 57P01: an ending server sends it on idle connections. */
function farewell(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** Errors that would have ended the process outside of the test runner. */
function watchUncaught(): { errors: string[]; restore(): void } {
  const errors: string[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => errors.push(error.message));
  return {
    errors,
    restore() {
      process.removeAllListeners('uncaughtException');
      for (const listener of others) process.on('uncaughtException', listener);
    },
  };
}

it('a server that says goodbye together with its last answer does not end the process', async () => {
  const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
  let isLeaving = false;
  const link = await startTcpProxy(Number(new URL(database.url).port), {
    onAnswer({ client }, chunk) {
      if (!isLeaving || !chunk.subarray(-READY.length).equals(READY)) return true;
      isLeaving = false;
      client.end(Buffer.concat([chunk, farewell()]));
      return false;
    },
  });
  const url = new URL(database.url);
  url.port = String(link.port);
  const pool = openPool({ url: url.href, max: 1, applicationName: 'farewell', onError: () => {} });
  const unheard = watchUncaught();
  try {
    await pool.query('SELECT 1');
    isLeaving = true;
    // The connection goes straight from one to the other, and at that moment nobody listens for its end.
    const [read, written] = await Promise.allSettled([
      pool.query('SELECT pg_sleep(0.2)'),
      withTransaction(pool, (tx) => tx.query('SELECT 1')),
    ]);
    expect(read.status).toBe('fulfilled');
    expect(written).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/connection|terminat/i) },
    });
    expect(await pool.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(unheard.errors).toEqual([]);
  } finally {
    unheard.restore();
    await pool.close();
    await link.close();
  }
});
