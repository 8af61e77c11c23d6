import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { createDemoDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { pause } from '../../support/insistence.ts';
import { orderOf } from '../../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess, type VintemProcess } from '../../support/processes/process.ts';
import { registerHook, testHook } from './hooks.ts';
import { type Receiver, startReceiver } from './receivers.ts';

const WORKERS = 3;
/** Each of them once; CI asks for more. */
const KILLS = Number(process.env['VINTEM_KILLED_WORKERS'] ?? WORKERS);
const BUYERS = 4;
/** Between two orders of a buyer: there is load at any time, and room to start beside it. */
const PAUSE_MS = 50;
const LEASE_MS = 30_000;
const TIMEOUT_MS = 300_000;
/** Sent between two kills, so that each finds some under way. */
const SENT_BETWEEN_KILLS = 10;

let database: TestDatabase;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createDemoDatabase();
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await database.drop();
});

async function start(role: 'api' | 'worker'): Promise<VintemProcess> {
  const env = {
    DATABASE_URL: database.url,
    VINTEM_ROLE: role,
    RATE_LIMIT_PER_SECOND: '0',
    LOG_LEVEL: 'error',
    DATABASE_POOL_SIZE: '8',
  };
  const process = await startVintemProcess({ env });
  cleanups.push(() => process.kill());
  return process;
}

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const made = await startReceiver(...args);
  cleanups.push(() => made.close());
  return made;
}

interface Stored {
  id: number;
  event_id: string;
  endpoint_id: number;
  status: string;
  attempts: number;
  leased_until: Date | null;
  logged: number;
}

function deliveries(): Promise<Stored[]> {
  return database.db.query<Stored>(
    `SELECT id, event_id, endpoint_id, status, attempts, leased_until,
       (SELECT count(*) FROM webhook_attempts WHERE delivery_id = d.id) AS logged
     FROM webhook_deliveries d ORDER BY id`,
  );
}

/** Ends the leases of dead workers, so that the test need not wait for them. */
async function endLeases(): Promise<void> {
  await database.db.query(
    `UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, now()), leased_until = NULL
     WHERE status = 'PENDING'`,
  );
  await database.db.query(
    'UPDATE acquirer_notifications SET next_attempt_at = now() WHERE worked_at IS NULL AND next_attempt_at > now()',
  );
}

it('[webhooks] a worker killed between the POST and its record: sent again under the same id', {
  timeout: TIMEOUT_MS,
}, async () => {
  const api = await startTestGateway({ VINTEM_ROLE: 'api' }, database);
  cleanups.push(() => api.close());
  let victim: VintemProcess | null = null;
  // The receiver said yes, and the worker dies before it can record that.
  const target = await receiver((_request, response) => {
    response.end('ok');
    victim?.child.kill('SIGKILL');
  });
  const hook = await registerHook(api, target);
  const startedAt = Date.now();
  victim = await start('worker');
  await testHook(api, hook.id);
  await eventually(() => expect(target.requests).toHaveLength(1));
  await victim.kill();
  victim = null;

  const [left] = await deliveries();
  expect(left).toMatchObject({ status: 'PENDING', attempts: 0, logged: 0 });
  const leasedAt = (left?.leased_until?.getTime() ?? 0) - LEASE_MS;
  expect(leasedAt).toBeGreaterThanOrEqual(startedAt);
  expect(leasedAt).toBeLessThanOrEqual(Date.now());

  // As if it had been leased a moment ago, however long the next worker takes to start.
  await database.db.query(
    `UPDATE webhook_deliveries SET leased_until = leased_until + interval '1 hour',
       next_attempt_at = next_attempt_at + interval '1 hour'`,
  );
  await start('worker');
  // The lease holds: the next worker sends what comes later, and not this.
  const other = await receiver((_request, response) => response.end('ok'));
  await testHook(api, (await registerHook(api, other)).id);
  const delivered = { status: 'DELIVERED', attempts: 1, logged: 1 };
  // Recorded, not only received: the lease of a living worker must not be ended below.
  await eventually(async () => expect((await deliveries())[1]).toMatchObject(delivered));
  expect(other.requests).toHaveLength(1);
  expect(target.requests).toHaveLength(1);
  await endLeases();
  await eventually(async () => expect(await deliveries()).toMatchObject([delivered, delivered]));
  const [first, second] = target.requests;
  expect(target.requests).toHaveLength(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
});

it('[webhooks] workers killed again and again under load: every event arrives, none is lost', {
  timeout: TIMEOUT_MS,
}, async () => {
  const workers = Array.from({ length: WORKERS }, () => start('worker'));
  const api = await start('api');
  await Promise.all(workers);
  const token = await logInAsDemo(api.url);
  let answers = 0;
  // The receiver is slow, so that a kill finds many deliveries under way, and it fails now and then.
  const steady = await receiver((_request, response) => setTimeout(() => response.end('ok'), 20));
  const moody = await receiver((_request, response) =>
    setTimeout(() => response.writeHead(++answers % 7 === 0 ? 500 : 200).end(), 5),
  );
  const ids = new Map<number, Receiver>();
  for (const target of [steady, moody]) {
    const { status, body } = await callJson(`${api.url}/webhooks`, { token, body: { url: target.url } });
    expect(status).toBe(201);
    ids.set(body.id, target);
  }

  let isBuying = true;
  const acknowledged: number[] = [];
  const buy = async () => {
    for (; isBuying; await pause(PAUSE_MS)) {
      const { status, body } = await callJson(`${api.url}/payments/order`, { token, body: orderOf(1_000) });
      expect(status).toBe(200);
      acknowledged.push(body.transaction.id);
      const paid = await callJson(`${api.url}/sandbox/transactions/${body.transaction.id}/pay`, {
        token,
        method: 'POST',
      });
      expect(paid.status).toBe(200);
    }
  };
  const buying = Promise.all(Array.from({ length: BUYERS }, buy));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = steady.requests.length;
    await eventually(() => expect(steady.requests.length).toBeGreaterThanOrEqual(before + SENT_BETWEEN_KILLS));
    const index = kill % WORKERS;
    await (await workers[index])?.kill();
    workers[index] = start('worker');
  }
  await Promise.all(workers);
  isBuying = false;
  await buying;

  // What a dead worker had under way is due again when its lease ends; failures are due by their schedule.
  await eventually(async () => {
    await endLeases();
    const rows = await database.db.query<{ id: number }>('SELECT id FROM payments WHERE status = 2');
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(acknowledged.toSorted((a, b) => a - b));
    expect((await deliveries()).filter(({ status }) => status !== 'DELIVERED')).toEqual([]);
  });
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const events = await database.db.query<{ id: string }>('SELECT id FROM events');
  expect(events).toHaveLength(2 * acknowledged.length);
  for (const target of ids.values()) {
    const arrived = new Set(target.requests.map((request) => request.headers['webhook-id']));
    expect(events.filter(({ id }) => !arrived.has(id))).toEqual([]);
  }
  const stored = await deliveries();
  expect(stored).toHaveLength(2 * events.length);
  for (const { logged } of stored) expect(logged).toBeGreaterThanOrEqual(1);
});
