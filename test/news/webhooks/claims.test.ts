import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import {
  type AttemptRecord,
  type ClaimedDelivery,
  type ClaimLimits,
  claimDeliveries,
  recordAttempts,
} from '../../../src/news/webhooks/deliveries/deliveries.sql.ts';
import { createInFlight } from '../../../src/news/webhooks/deliveries/in-flight.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { nodesOf, outline, plansOf } from '../../support/plans.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const LEASE_MS = 30_000;
const LIMITS: ClaimLimits = {
  total: 100,
  perProvenEndpoint: 4,
  perNewEndpoint: 2,
  perFailingEndpoint: 1,
  includeFailing: true,
  failingFirst: false,
  provenEndpointIds: [],
  busyEndpointIds: [],
  lastEndpointId: 0,
  merchantRooms: [],
  roomOfOtherMerchants: 100,
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.query(`INSERT INTO merchants (name, created_at) VALUES ('Loja', now())`);
});
afterEach(() => database.drop());

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Makes endpoints with this many deliveries each, all of them due. */
const endpointsWith = (...counts: number[]) => endpointsOf('Loja', counts);

async function endpointsOf(merchant: string, counts: readonly number[]): Promise<number[]> {
  const { db } = database;
  const ids: number[] = [];
  for (const [index, count] of counts.entries()) {
    const [row] = await db.query<{ id: number }>(
      `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
       SELECT id, 'http://localhost/' || $1, '{webhook.test}', 'sealed', now(), now() FROM merchants WHERE name = $2
         RETURNING id`,
      [String(index), merchant],
    );
    const id = row?.id as number;
    ids.push(id);
    await db.query(
      `WITH event AS (
         INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
         SELECT 'evt_' || $1::bigint || '_' || n, (SELECT min(id) FROM merchants WHERE id > 0), 'webhook.test', '{}', $3
           FROM generate_series(1, $2::integer) n
         RETURNING id
       )
       INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at) SELECT id, $1, $3, $3
         FROM event`,
      [id, count, later(-1_000)],
    );
  }
  return ids;
}

const claim = (limits: Partial<ClaimLimits> = {}, now = NOW): Promise<ClaimedDelivery[]> =>
  claimDeliveries(database.db, now, new Date(now.getTime() + LEASE_MS), { ...LIMITS, ...limits });

/** How many of each endpoint, in the order of the given ids. */
const share = (claimed: readonly ClaimedDelivery[], ids: readonly number[]) =>
  ids.map((id) => claimed.filter((delivery) => delivery.endpoint_id === id).length);

const setFailing = (id: number | undefined) =>
  database.db.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [id, later(-60_000)]);

it('takes a few of each endpoint, and more of those that have answered before', async () => {
  const ids = await endpointsWith(9, 9, 1);
  const claimed = await claim({ provenEndpointIds: [ids[1] as number] });
  expect(share(claimed, ids)).toEqual([2, 4, 1]);
});

it('a claim of many touches each delivery a few times, however few it was planned for', async () => {
  const [endpoints, each] = [20, 20];
  await endpointsWith(...Array.from({ length: endpoints }, () => each));
  await database.db.query('ANALYZE webhook_deliveries, webhook_endpoints, events');
  const all = { total: endpoints * each, perNewEndpoint: each, roomOfOtherMerchants: endpoints * each };
  const plans = await plansOf(database.db.pool, async (tx) => {
    const claimed = await claimDeliveries(tx, NOW, later(LEASE_MS), { ...LIMITS, ...all });
    expect(claimed).toHaveLength(endpoints * each);
  });
  expect(plans.map(({ kind }) => kind)).toEqual(['custom', 'generic']);
  for (const { root } of plans) {
    const read = nodesOf(root).filter(({ type, table }) => type.endsWith('Scan') && table !== undefined);
    const rows = read.reduce((sum, node) => sum + node.rows, 0);
    expect(rows, outline(root)).toBeLessThan(10 * endpoints * each);
  }
});

it('goes round: where one claim ended for lack of room, the next begins', async () => {
  const ids = await endpointsWith(9, 9, 9);
  const first = await claim({ total: 3 });
  expect(share(first, ids)).toEqual([2, 1, 0]);
  const second = await claim({ total: 3, lastEndpointId: ids[1] as number });
  expect(share(second, ids)).toEqual([1, 0, 2]);
  const third = await claim({ total: 3, lastEndpointId: ids[0] as number });
  expect(share(third, ids)).toEqual([0, 2, 1]);
});

it('leaves busy, disabled and removed endpoints alone, and those that have yet to give up what waited', async () => {
  const ids = await endpointsWith(1, 1, 1, 1, 1);
  await database.db.query(`UPDATE webhook_endpoints SET status = 'DISABLED' WHERE id = $1`, [ids[1]]);
  await database.db.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [ids[2]]);
  await database.db.query('UPDATE webhook_endpoints SET gives_up_before = now() WHERE id = $1', [ids[3]]);
  expect(share(await claim({ busyEndpointIds: [ids[0] as number] }), ids)).toEqual([0, 0, 0, 0, 1]);
});

it('serves failing endpoints last and by ones, not at all without room for them, and first when it is their turn', async () => {
  const ids = await endpointsWith(5, 5);
  await setFailing(ids[0]);
  expect(share(await claim({ includeFailing: false }), ids)).toEqual([0, 2]);
  expect(share(await claim({ total: 2 }), ids)).toEqual([0, 2]);
  expect(share(await claim({ total: 1, failingFirst: true }), ids)).toEqual([1, 0]);
  expect(share(await claim(), ids)).toEqual([1, 1]);
});

it('gives a delivery to one worker at a time, and to another only when its lease has run out', async () => {
  const ids = await endpointsWith(40, 40);
  const limits = { perNewEndpoint: 25 };
  const claims = await Promise.all([claim(limits), claim(limits), claim(limits), claim(limits)]);
  const taken = claims.flat().map(({ id }) => id);
  expect(new Set(taken).size).toBe(taken.length);
  while ((await claim(limits)).length > 0);
  expect(await claim(limits, later(LEASE_MS - 1))).toEqual([]);
  expect(share(await claim({ perNewEndpoint: 40 }, later(LEASE_MS)), ids)).toEqual([40, 40]);
});

it('gives nobody what it could not lease', async () => {
  const [endpoint] = await endpointsWith(3);
  const [held] = await database.db.query<{ id: number }>('SELECT min(id) AS id FROM webhook_deliveries');
  await database.db.query(
    `CREATE FUNCTION keep_as_it_is() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  );
  await database.db.query(
    `CREATE TRIGGER kept BEFORE UPDATE ON webhook_deliveries FOR EACH ROW WHEN (OLD.id = ${held?.id})
     EXECUTE FUNCTION keep_as_it_is()`,
  );
  const claimed = await claim({ provenEndpointIds: [endpoint as number] });
  expect(claimed).toHaveLength(2);
  expect(claimed.map(({ id }) => id)).not.toContain(held?.id);
});

it('does not wait for a claim that another worker has not finished', async () => {
  const ids = await endpointsWith(4, 4);
  const other = await withTransaction(database.db, async (tx) => {
    const first = await claimDeliveries(tx, NOW, later(LEASE_MS), LIMITS);
    expect(share(first, ids)).toEqual([2, 2]);
    return claim();
  });
  expect(share(other, ids)).toEqual([2, 2]);
  expect(await claim()).toEqual([]);
});

it('a lease leaves the time of the attempt as it was, and nothing that is due later is taken', async () => {
  const [id] = await endpointsWith(2);
  await database.db.query('UPDATE webhook_deliveries SET next_attempt_at = $1 WHERE event_id = $2', [
    later(1),
    `evt_${id}_2`,
  ]);
  expect((await claim()).map(({ event_id }) => event_id)).toEqual([`evt_${id}_1`]);
  expect(await database.db.query('SELECT next_attempt_at, leased_until FROM webhook_deliveries ORDER BY id')).toEqual([
    { next_attempt_at: later(-1_000), leased_until: later(LEASE_MS) },
    { next_attempt_at: later(1), leased_until: null },
  ]);
});

const delivered = (delivery: ClaimedDelivery): AttemptRecord => ({
  merchantId: delivery.merchant_id,
  deliveryId: delivery.id,
  endpointId: delivery.endpoint_id,
  attemptedAt: NOW.toISOString(),
  statusCode: 200,
  error: null,
  responseBody: 'ok',
  durationMs: 3,
  status: 'DELIVERED',
  nextAttemptAt: null,
  isGone: false,
});

it('a record ends the lease, and no attempt is kept of a delivery that does not exist', async () => {
  await endpointsWith(1);
  const [claimed] = await claim();
  const record = delivered(claimed as ClaimedDelivery);
  const at = { now: NOW, disableFailingSince: later(-5 * 86_400_000), lastAttemptBefore: NOW };
  await recordAttempts(database.db, [record, { ...record, deliveryId: record.deliveryId + 1 }], at);
  expect(
    await database.db.query('SELECT status, attempts, next_attempt_at, leased_until FROM webhook_deliveries'),
  ).toEqual([{ status: 'DELIVERED', attempts: 1, next_attempt_at: null, leased_until: null }]);
  expect(await database.db.query('SELECT delivery_id FROM webhook_attempts')).toEqual([
    { delivery_id: record.deliveryId },
  ]);
});

const failed = (delivery: ClaimedDelivery): AttemptRecord => ({
  ...delivered(delivery),
  statusCode: 500,
  status: 'FAILED',
});
const AT = { now: NOW, disableFailingSince: later(-5 * 86_400_000), lastAttemptBefore: NOW };

it.each([
  ['begins to fail', null, failed],
  ['recovers', later(-60_000), delivered],
])(
  'the results of others are recorded while the row of an endpoint that %s is in other hands',
  async (_, failingSince, outcome) => {
    const ids = await endpointsWith(1, 1);
    const [locked, free] = await claim();
    const lockedId = locked?.endpoint_id as number;
    await database.db.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [lockedId, failingSince]);
    const records = [outcome(locked as ClaimedDelivery), delivered(free as ClaimedDelivery)];
    const statuses = async () =>
      database.db.query('SELECT endpoint_id, status, attempts FROM webhook_deliveries ORDER BY endpoint_id');
    await withTransaction(database.db, async (tx) => {
      await tx.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [lockedId]);
      expect([...(await recordAttempts(database.db, records, AT)).heldElsewhere]).toEqual([lockedId]);
    });
    expect(await statuses()).toEqual([
      { endpoint_id: lockedId, status: 'PENDING', attempts: 0 },
      { endpoint_id: ids.find((id) => id !== lockedId), status: 'DELIVERED', attempts: 1 },
    ]);
    expect((await recordAttempts(database.db, records.slice(0, 1), AT)).heldElsewhere.size).toBe(0);
    expect((await statuses())[0]).toMatchObject({ status: records[0]?.status, attempts: 1 });
  },
);

describe('merchants', () => {
  const merchantId = async (name: string) => {
    const [row] = await database.db.query<{ id: number }>('SELECT id FROM merchants WHERE name = $1', [name]);
    return row?.id as number;
  };

  it('take no more than their room, whatever their endpoints may', async () => {
    await database.db.query(`INSERT INTO merchants (name, created_at) VALUES ('Outra', now())`);
    const mine = await endpointsWith(9, 9, 9, 9);
    const theirs = await endpointsOf('Outra', [9, 9]);
    const all = { provenEndpointIds: [...mine, ...theirs], roomOfOtherMerchants: 10 };
    expect(share(await claim(all), [...mine, ...theirs])).toEqual([4, 4, 2, 0, 4, 4]);
    const merchantRooms = [{ merchantId: await merchantId('Loja'), room: 0 }];
    expect(share(await claim({ ...all, merchantRooms }), [...mine, ...theirs])).toEqual([0, 0, 0, 0, 4, 4]);
  });

  it('whose endpoints answer slowly do not take the places of others', async () => {
    await database.db.query(`INSERT INTO merchants (name, created_at) VALUES ('Outra', now())`);
    const slow = await endpointsWith(...Array(70).fill(64));
    const inFlight = createInFlight({ realNow: () => new Date() });
    const slowMerchant = await merchantId('Loja');
    // They have answered well before, so that only the merchant's share limits them.
    for (const id of slow) inFlight.add(id, slowMerchant);
    for (const id of slow) inFlight.remove(id, true);
    const claimAll = async () => {
      for (;;) {
        const claimed = await claim(inFlight.limits());
        if (claimed.length === 0) return;
        for (const { endpoint_id, merchant_id } of claimed) inFlight.add(endpoint_id, merchant_id);
      }
    };
    await claimAll();
    expect(inFlight.count()).toBe(1_000);
    const quick = await endpointsOf('Outra', [4, 4, 4]);
    expect(share(await claim(inFlight.limits()), quick)).toEqual([4, 4, 4]);
  });
});
