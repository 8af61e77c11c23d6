import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CHUNK_SIZE } from '../../../src/ground/queues/chunks.ts';
import { forgetOldDeliveries } from '../../../src/news/webhooks/deliveries/forget-old-deliveries.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

const DAYS = 10;

let gateway: TestGateway;
let merchantId: number;
beforeAll(async () => {
  // The gateway runs no background work: the test does.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', WEBHOOK_LOG_DAYS: String(DAYS) });
  const [row] = await gateway.database.db.query<{ id: number }>('SELECT min(id) AS id FROM merchants WHERE id > 0');
  merchantId = row?.id as number;
});
afterAll(() => gateway.close());
beforeEach(async () => {
  const { db } = gateway.database;
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_endpoints'])
    await db.query(`DELETE FROM ${table}`);
});

async function addEndpoint(): Promise<number> {
  const [row] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     VALUES ($1, 'http://localhost/', '{webhook.test}', 'sealed', now(), now()) RETURNING id`,
    [merchantId],
  );
  return row?.id as number;
}

/** Makes deliveries with two attempts each. */
async function addDeliveries(endpointId: number, daysAgo: number, status = 'DELIVERED', count = 1): Promise<void> {
  await gateway.database.db.query(
    `WITH event AS (
       INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
       SELECT 'evt_' || gen_random_uuid(), $1, 'webhook.test', '{}', now() FROM generate_series(1, $5::integer)
         RETURNING id
     ), delivery AS (
       INSERT INTO webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, created_at)
       SELECT id, $2, $4, CASE WHEN $4 = 'PENDING' THEN now() END, now() - $3 * interval '1 day' FROM event RETURNING id
     )
     INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, duration_ms)
     SELECT id, now(), 200, 1 FROM delivery, generate_series(1, 2)`,
    [merchantId, endpointId, daysAgo, status, count],
  );
}

/** Repeats until there is nothing left to do. */
async function forget(): Promise<void> {
  while (await forgetOldDeliveries(gateway.vintem.deps));
}

async function kept(endpointId: number): Promise<{ status: string; days: number }[]> {
  return gateway.database.db.query(
    `SELECT status, round(extract(epoch FROM now() - created_at) / 86400, 1)::float8 AS days FROM webhook_deliveries
     WHERE endpoint_id = $1 ORDER BY id`,
    [endpointId],
  );
}

async function attemptsKept(): Promise<number> {
  const [row] = await gateway.database.db.query<{ count: number }>('SELECT count(*) AS count FROM webhook_attempts');
  return row?.count ?? 0;
}

it('what is older than the log goes back leaves with its attempts; what still waits and what is younger stays', async () => {
  const [one, other] = [await addEndpoint(), await addEndpoint()];
  for (const daysAgo of [30, DAYS + 0.1])
    for (const status of ['DELIVERED', 'FAILED', 'PENDING']) await addDeliveries(one, daysAgo, status);
  await addDeliveries(one, DAYS - 0.1);
  await addDeliveries(other, 1);
  await forget();
  expect(await kept(one)).toEqual([
    { status: 'PENDING', days: 30 },
    { status: 'PENDING', days: DAYS + 0.1 },
    { status: 'DELIVERED', days: DAYS - 0.1 },
  ]);
  expect(await kept(other)).toEqual([{ status: 'DELIVERED', days: 1 }]);
  expect(await attemptsKept()).toBe(8);
});

it('more than a chunk of it, of several endpoints', async () => {
  const [one, other] = [await addEndpoint(), await addEndpoint()];
  await addDeliveries(one, 20, 'FAILED', CHUNK_SIZE + 10);
  await addDeliveries(one, 1);
  await addDeliveries(other, 20, 'DELIVERED', 3);
  await forget();
  expect(await kept(one)).toEqual([{ status: 'DELIVERED', days: 1 }]);
  expect(await kept(other)).toEqual([]);
  expect(await attemptsKept()).toBe(2);
});

it('a removed endpoint stays for an hour, and while it has deliveries', async () => {
  const endpoints = [await addEndpoint(), await addEndpoint(), await addEndpoint(), await addEndpoint()] as const;
  const remove = (id: number, ago: string) =>
    gateway.database.db.query(
      `UPDATE webhook_endpoints SET deleted_at = now(), gives_up_before = now() - $2::interval WHERE id = $1`,
      [id, ago],
    );
  await remove(endpoints[0], '61 minutes');
  await remove(endpoints[1], '59 minutes');
  await remove(endpoints[2], '61 minutes');
  await addDeliveries(endpoints[2], 1);
  await forget();
  const left = await gateway.database.db.query<{ id: number }>('SELECT id FROM webhook_endpoints ORDER BY id');
  expect(left.map(({ id }) => id)).toEqual(endpoints.slice(1));
});

it('the counts of resends leave when their minute is over', async () => {
  const id = (await gateway.post('/payments/order', orderBody())).body.transaction.id;
  const began = (ago: string) =>
    gateway.database.db.query(
      `INSERT INTO webhook_resends VALUES ('payment', $1, now() - $2::interval, 5)
       ON CONFLICT (subject_id, subject_kind) DO UPDATE SET minute_began_at = excluded.minute_began_at`,
      [id, ago],
    );
  await began('50 seconds');
  await forget();
  expect(await gateway.database.db.query('SELECT FROM webhook_resends')).toHaveLength(1);
  await began('61 seconds');
  await forget();
  expect(await gateway.database.db.query('SELECT FROM webhook_resends')).toEqual([]);
});

it('a worker does this by itself', async () => {
  const endpoint = await addEndpoint();
  await addDeliveries(endpoint, DAYS + 1);
  const worker = await startTestGateway({ WEBHOOK_LOG_DAYS: String(DAYS) }, gateway.database);
  await eventually(async () => expect(await kept(endpoint)).toEqual([]));
  await worker.close();
});
