import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, referenceOf, secretOf } from '../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { orderOf } from '../support/orders.ts';
import { comeToRest, expectSound } from '../support/soundness.ts';
import { propertyRuns } from '../support/suite/property-runs.ts';

/** `VINTEM_RACES=1000` for more. */
const ROUNDS = Number(process.env['VINTEM_RACES'] ?? propertyRuns(300));
const GATEWAYS = 4;
const AT_ONCE = 10;

let database: TestDatabase;
let gateways: TestGateway[];
let first: TestGateway;
let secret: string;
beforeAll(async () => {
  database = await createTestDatabase();
  first = await startTestGateway({ DATABASE_POOL_SIZE: '10' }, database);
  // Background work runs: a notification pokes it in the process that receives it, and the others find it by polling.
  gateways = [first];
  // One after another: where the machine is busy, some of four that start at once wait too long for a connection.
  while (gateways.length < GATEWAYS) gateways.push(await startTestGateway({ DATABASE_POOL_SIZE: '10' }, database));
  secret = await secretOf(first, 'sandbox-acquirer-notifications');
});
afterAll(async () => {
  await Promise.all((gateways ?? []).map((gateway) => gateway.close()));
  await database.drop();
});

const through = (index: number) => gateways[index % GATEWAYS] as TestGateway;

async function notify(gateway: TestGateway, reference: string, status: string, key = secret): Promise<number> {
  const rawBody = JSON.stringify({ reference, transactionId: 'sbx', status, sentAt: new Date().toISOString() });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${timestamp}.${rawBody}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-acquirer-timestamp': timestamp,
    'x-acquirer-signature': signature,
  };
  return (await gateway.call('POST', '/acquirer/notifications', { rawBody, headers })).status;
}

async function order(index: number): Promise<{ id: number; reference: string }> {
  const { body } = await through(index).post('/payments/order', orderOf(1_000 + (index % 500)));
  return { id: body.transaction.id, reference: await referenceOf(first, body.transaction.id) };
}

const act = (index: number, id: number, action: string) =>
  through(index).post(`/sandbox/transactions/${id}/${action}`, { notify: false });

const OUTCOMES = [
  { action: 'pay', told: 'PAID', status: 2, kinds: ['payment.created', 'payment.approved'], journals: ['approval'] },
  { action: 'fail', told: 'FAILED', status: 3, kinds: ['payment.created', 'payment.failed'], journals: [] },
  { action: 'pay', told: 'PAID', status: 2, kinds: ['payment.created', 'payment.approved'], journals: ['approval'] },
  // Paid and given back before anybody asked: both changes are seen at once.
  {
    action: 'refund',
    told: 'REFUNDED',
    status: 4,
    kinds: ['payment.created', 'payment.refunded'],
    journals: ['approval', 'refund'],
  },
] as const;

/**
 * The acquirer changes a status, and everything that could notice does so at once: notifications, reads,
 * each safety net.
 */
async function race(index: number): Promise<{ id: number; outcome: (typeof OUTCOMES)[number] }> {
  const outcome = OUTCOMES[index % OUTCOMES.length] as (typeof OUTCOMES)[number];
  const { id, reference } = await order(index);
  expect((await act(index, id, outcome.action)).status).toBe(200);
  await database.db.query("UPDATE payment_checks SET next_check_at = '2026-01-01Z' WHERE payment_id = $1", [id]);
  for (const gateway of gateways) gateway.vintem.deps.poke('check-payments');
  const answers = await Promise.all([
    notify(through(index), reference, outcome.told),
    through(index + 1).get(`/transactions/${id}?payment_type=PIX`),
    notify(through(index + 2), reference, outcome.told),
    through(index + 3).get(`/transactions/${id}?payment_type=PIX`),
  ]);
  expect([answers[0], answers[1].status, answers[2], answers[3].status]).toEqual([200, 200, 200, 200]);
  return { id, outcome };
}

interface Life {
  status: number;
  kinds: string[];
  journals: string[];
}

async function lifeOf(id: number): Promise<Life> {
  const [row] = await database.db.query<Life>(
    `SELECT status, ARRAY(SELECT kind FROM events
         WHERE subject_kind = 'payment' AND subject_id = p.id ORDER BY sequence) AS kinds,
       ARRAY(SELECT cause_kind FROM ledger_journals
         WHERE subject_kind = 'payment' AND subject_id = p.id ORDER BY id) AS journals
     FROM payments p WHERE id = $1`,
    [id],
  );
  return row as Life;
}

it(`notification, query and safety net race over ${GATEWAYS} gateways, ${ROUNDS} rounds: one transition, one journal, one event each`, {
  timeout: 300_000 + ROUNDS * 1_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const raced = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, ROUNDS - round) }, (_, n) => race(round + n)),
    );
    for (const { id, outcome } of raced) {
      const { status, kinds, journals } = outcome;
      expect(await lifeOf(id)).toEqual({ status, kinds, journals });
    }
  }
  await comeToRest(database.db);
  await expectSound(database.db);
});

it(`a notification a hundred times over ${GATEWAYS} gateways, forgeries among them: one posting, one event`, async () => {
  const { id, reference } = await order(0);
  const forged = await Promise.all(
    Array.from({ length: 20 }, (_, n) => notify(through(n), reference, 'PAID', 'another secret')),
  );
  expect(new Set(forged)).toEqual(new Set([401]));
  expect((await lifeOf(id)).status).toBe(1);
  await act(0, id, 'pay');
  const taken = await Promise.all(
    Array.from({ length: 100 }, (_, n) => notify(through(n), reference, n % 5 === 4 ? 'FAILED' : 'PAID')),
  );
  expect(new Set(taken)).toEqual(new Set([200]));
  await comeToRest(database.db);
  expect(await lifeOf(id)).toEqual({
    status: 2,
    kinds: ['payment.created', 'payment.approved'],
    journals: ['approval'],
  });
  await expectSound(database.db);
});

it('REFUNDED before PAID, over and over in any order: refunded once, and no step back', async () => {
  const { id, reference } = await order(1);
  await act(1, id, 'refund');
  expect(await notify(through(0), reference, 'REFUNDED')).toBe(200);
  await eventually(async () => expect((await lifeOf(id)).status).toBe(4));
  const late = ['PAID', 'WAITING_PAYMENT', 'REFUNDED', 'FAILED'];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => notify(through(n), reference, late[n % late.length] as string)),
  );
  await comeToRest(database.db);
  for (let n = 0; n < GATEWAYS; n++)
    expect((await through(n).get(`/transactions/${id}?payment_type=PIX`)).body.status).toBe(4);
  expect(await lifeOf(id)).toEqual({
    status: 4,
    kinds: ['payment.created', 'payment.refunded'],
    journals: ['approval', 'refund'],
  });
  await expectSound(database.db);
});
