import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killIfRunning } from '../ground/embedded-postgres/fixture.ts';
import { eventually } from '../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt, insist, insistOn, isUnclear, outcomeOf, pause } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { type OwnCluster, startOwnCluster } from '../support/processes/own-cluster.ts';
import { comeToRest, expectSound } from '../support/soundness.ts';

const ON_LINUX = process.platform === 'linux';
/** Long past what a busy machine needs. */
const PATIENCE_MS = 90_000;
const TIMEOUT_MS = 3 * PATIENCE_MS;
const CLIENTS = 8;
/** Whoever was refused waits so long: each try is an order that is made in the end. */
const PAUSE_MS = 200;
/** `VINTEM_SHOW=1` prints what was measured. */
const IS_SHOWN = process.env['VINTEM_SHOW'] !== undefined;

let cluster: OwnCluster;
let gateway: TestGateway;
beforeAll(async () => {
  cluster = await startOwnCluster();
  // Whoever waits for a connection gives up as in production.
  gateway = await startTestGateway({}, cluster.database, { connectionWaitMs: 5_000, statementTimeoutMs: 15_000 });
});
afterAll(async () => {
  await gateway?.close();
  await cluster?.stop();
});

/** A test that fails leaves nobody behind who goes on buying. */
let endBuyers = async () => {};
afterEach(() => endBuyers());

interface Ordered {
  key: string;
  cents: number;
  answer: ApiAnswer | null;
  at: number;
}

/** Sends orders without a pause, each once; those without a clear answer are repeated later. */
function startBuyers(prefix: string) {
  const orders: Ordered[] = [];
  let isBuying = true;
  const buy = async () => {
    while (isBuying) {
      const n = orders.length + 1;
      const order: Ordered = { key: `${prefix}-${n}`, cents: 1_000 + n, answer: null, at: 0 };
      orders.push(order);
      order.answer = await attempt(gateway.url, '/payments/order', gateway.token, orderOf(order.cents), order.key);
      order.at = Date.now();
      if (order.answer?.status !== 200) await pause(PAUSE_MS);
    }
  };
  const buying = Promise.all(Array.from({ length: CLIENTS }, buy));
  const end = async () => {
    isBuying = false;
    await buying;
  };
  endBuyers = end;
  return { orders, end };
}

/** Expects only successes and "try again": no 500 and no broken connection. */
function expectHonest(orders: readonly Ordered[]): void {
  const bad = orders.filter(({ answer }) => answer === null || (answer.status !== 200 && !isUnclear(answer)));
  expect(bad.map(({ answer }) => outcomeOf(answer))).toEqual([]);
  for (const { answer } of orders) {
    if (answer?.status === 503) expect(['SERVICE_UNAVAILABLE', 'ACQUIRER_UNAVAILABLE']).toContain(answer.body.code);
  }
}

/** Sends all keys again: a success stays the same, and everything else becomes one. */
async function expectNothingLost(orders: readonly Ordered[]): Promise<void> {
  const client = insistOn(() => [gateway.url], gateway.token, PATIENCE_MS);
  await gateway.database.db.query(
    'UPDATE idempotency_keys SET leased_until = created_at WHERE response_status IS NULL',
  );
  const ids = new Set<number>();
  const waiting = [...orders];
  const repeatAll = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      const repeated = await insist(client, '/payments/order', orderOf(order.cents), order.key);
      expect(client.wrong).toEqual([]);
      ids.add(repeated?.body.transaction.id);
      if (order.answer?.status === 200) expect(repeated?.body.transaction.id).toBe(order.answer.body.transaction.id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, repeatAll));
  expect(ids.size).toBe(orders.length);
}

describe.runIf(ON_LINUX)('PostgreSQL goes away under load', { timeout: TIMEOUT_MS }, () => {
  it.each([
    { how: 'killed with all its children', strike: () => cluster.processes().map((pid) => killIfRunning(pid)) },
    { how: 'killed, its children left to notice', strike: () => killIfRunning(cluster.postmaster()) },
    { how: 'shut down in good order', strike: () => killIfRunning(cluster.postmaster(), 'SIGINT') },
  ])('$how: 503 meanwhile, back by itself, nothing acknowledged lost', async ({ how, strike }) => {
    const buyers = startBuyers(how.replaceAll(/\W+/g, '-'));
    await eventually(() =>
      expect(buyers.orders.filter(({ answer }) => answer?.status === 200).length).toBeGreaterThan(20),
    );
    const struckAt = Date.now();
    strike();
    // The process itself stays healthy, and says that it is not ready.
    expect((await gateway.get('/healthz')).status).toBe(200);
    await eventually(() => gateway.database.db.query('SELECT 1'));
    const databaseBackAt = Date.now();
    const isBack = ({ at, answer }: Ordered) => answer?.status === 200 && at > databaseBackAt;
    await eventually(() => expect(buyers.orders.filter(isBack).length).toBeGreaterThan(10));
    await buyers.end();

    expectHonest(buyers.orders);
    const refused = buyers.orders.filter(
      ({ at, answer }) => at >= struckAt && answer?.body.code === 'SERVICE_UNAVAILABLE',
    );
    expect(refused.length).toBeGreaterThan(0);
    await eventually(async () => expect((await gateway.get('/readyz')).status).toBe(200));
    await expectNothingLost(buyers.orders);
    await comeToRest(gateway.database.db);
    await expectSound(gateway.database.db);
    if (IS_SHOWN) {
      const firstBack = Math.min(...buyers.orders.filter(isBack).map(({ at }) => at));
      const out = {
        databaseMs: databaseBackAt - struckAt,
        serviceMs: firstBack - struckAt,
        orders: buyers.orders.length,
      };
      process.stdout.write(`${how}: ${JSON.stringify({ ...out, refused: refused.length })}\n`);
    }
  });

  it('frozen for a while: health answers, new requests are told to come again, and all goes on where it stood', async () => {
    const buyers = startBuyers('frozen');
    await eventually(() =>
      expect(buyers.orders.filter(({ answer }) => answer?.status === 200).length).toBeGreaterThan(10),
    );
    // The postmaster comes first, so that nobody joins those that are stopped after it.
    const pids = cluster.processes();
    for (const pid of pids) killIfRunning(pid, 'SIGSTOP');
    try {
      // Every buyer waits for the database, and health is answered all the same.
      await eventually(() => expect(buyers.orders.filter(({ at }) => at === 0)).toHaveLength(CLIENTS));
      expect((await gateway.get('/healthz')).status).toBe(200);
    } finally {
      for (const pid of pids) killIfRunning(pid, 'SIGCONT');
    }
    const thawedAt = Date.now();
    await eventually(() =>
      expect(buyers.orders.some(({ at, answer }) => answer?.status === 200 && at > thawedAt)).toBe(true),
    );
    await buyers.end();
    expectHonest(buyers.orders);
    await expectNothingLost(buyers.orders);
    await comeToRest(gateway.database.db);
    await expectSound(gateway.database.db);
  });
});

describe('more requests than the database can take', { timeout: TIMEOUT_MS }, () => {
  const AT_ONCE = 600;
  /** Of the pool. */
  const CONNECTIONS = 20;

  it('a lock held and the pool exhausted: 503 meanwhile, a bounded queue, health answers; all goes on', async () => {
    const holder = new pg.Client({ connectionString: cluster.database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    const startedAt = Date.now();
    const answers: Ordered[] = [];
    const sending = Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const [key, cents] = [`crowd-${n}`, 1_000 + n];
        const answer = await attempt(gateway.url, '/payments/order', gateway.token, orderOf(cents), key);
        answers.push({ key, cents, answer, at: Date.now() });
      }),
    );
    // Those with a connection wait for the lock; each of the others is told before it is released, and health always.
    await eventually(async () => {
      expect((await gateway.get('/healthz')).status).toBe(200);
      expect(answers.length).toBeGreaterThanOrEqual(AT_ONCE - CONNECTIONS);
    });
    const whileHeld = [...answers];
    await holder.query('ROLLBACK');
    await holder.end();
    await sending;

    const told = answers.map(({ answer }) => outcomeOf(answer));
    // Those that waited for the lock reach the acquirer all at once, which may be too much for it on a slow machine.
    const allowed = ['200', '503 SERVICE_UNAVAILABLE', '503 ACQUIRER_UNAVAILABLE'];
    expect(told.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    const refused = answers.filter(({ answer }) => answer?.status === 503);
    for (const { answer } of refused) expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set(whileHeld.map(({ answer }) => answer?.status))).toEqual(new Set([503]));
    expect(whileHeld.length).toBeGreaterThan(AT_ONCE / 2);

    const back = insistOn(() => [gateway.url], gateway.token, PATIENCE_MS);
    expect((await insist(back, '/payments/order', orderOf(1_000), 'after-the-crowd'))?.status).toBe(200);
    await expectNothingLost([...answers.filter(({ answer }) => answer?.status === 200), ...refused.slice(0, 20)]);
    await comeToRest(gateway.database.db);
    await expectSound(gateway.database.db);
    if (IS_SHOWN) {
      const times = refused.map(({ at }) => at - startedAt);
      const shown = { answered: told.filter((outcome) => outcome === '200').length, refused: refused.length };
      const span = { first: Math.min(...times), last: Math.max(...times) };
      process.stdout.write(`crowd: ${JSON.stringify({ ...shown, ...span })}\n`);
    }
  });
});
