// Goal: however many deliveries wait for an endpoint, switching it off or removing it writes one row, and no order
// waits for the rest. Method: 200,000 waiting deliveries, and locks held by a connection of our own where the service
// must not need to go. What would need them runs into the time limit of its statement and fails.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { failWaitingDeliveries } from '../../../src/news/webhooks/deliveries/backlog.sql.ts';
import { type AttemptRecord, recordAttempts } from '../../../src/news/webhooks/deliveries/deliveries.sql.ts';
import { insertEvents } from '../../../src/news/webhooks/deliveries/outbox.sql.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, type TestCompany } from '../../support/money.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';
import { type Hook, logOf, openHook, testHook, untilReceived } from './hooks.ts';

const MANY = propertyRuns(200_000);
const SOME = 5_000;
const DAY_MS = 86_400_000;

let gateway: TestGateway;
let company: TestCompany;
let other: pg.Client;
let hook: Hook;
let status = 200;

beforeAll(async () => {
  gateway = await startTestGateway();
  company = await openCompany(gateway);
  other = new pg.Client({ connectionString: gateway.database.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await gateway.close();
});
beforeEach(async () => {
  status = 200;
  hook = await openHook(gateway, { company_id: company.id }, (_request, response) => response.writeHead(status).end());
});
afterEach(async () => {
  await other.query('ROLLBACK');
  await gateway.call('DELETE', `/webhooks/${hook.id}`, { token: gateway.token });
  await hook.receiver.close();
});

const patch = (body: object) => gateway.call('PATCH', `/webhooks/${hook.id}`, { token: gateway.token, body });
const remove = () => gateway.call('DELETE', `/webhooks/${hook.id}`, { token: gateway.token });
const statusOf = async () => (await gateway.get(`/webhooks/${hook.id}`)).body.status;

/** Makes deliveries of one event that are due in an hour. */
async function letWait(count: number): Promise<void> {
  await createPayment(gateway, company, 1_000);
  await untilReceived(hook.receiver, 1);
  // This skips the check of two foreign keys for each row.
  await other.query('SET session_replication_role = replica');
  await other.query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, is_resend, next_attempt_at, created_at)
     SELECT event_id, endpoint_id, true, now() + interval '1 hour' + n * interval '1 ms', now() - interval '1 minute'
     FROM (SELECT event_id, endpoint_id FROM webhook_deliveries WHERE endpoint_id = $1 LIMIT 1) one,
       generate_series(1, $2::integer) n`,
    [hook.id, count],
  );
  await other.query('RESET session_replication_role');
}

/** Locks the rows: nobody else can change one of them until the transaction ends. */
async function holdDeliveries(): Promise<void> {
  await other.query('BEGIN');
  await other.query(`SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND is_resend FOR UPDATE`, [hook.id]);
}

async function countOf(statusWanted: string): Promise<number> {
  const [row] = await gateway.database.db.query<{ count: number }>(
    'SELECT count(*) AS count FROM webhook_deliveries WHERE endpoint_id = $1 AND is_resend AND status = $2',
    [hook.id, statusWanted],
  );
  return row?.count ?? 0;
}

describe(`${MANY} deliveries wait`, () => {
  it('PATCH touches none of them, orders go on, and all of them are given up in the end', async () => {
    await letWait(MANY);
    await holdDeliveries();
    expect(await patch({ status: 'DISABLED' })).toMatchObject({ status: 200, body: { status: 'DISABLED' } });
    await createPayment(gateway, company, 1_000);
    expect(await countOf('PENDING')).toBe(MANY);
    await other.query('ROLLBACK');
    await eventually(async () => expect(await countOf('FAILED')).toBeGreaterThan(0));
    await createPayment(gateway, company, 1_000);
    await eventually(async () => expect(await countOf('FAILED')).toBe(MANY), 50_000);
  });

  it('DELETE touches none of them, and all of them are removed in the end', async () => {
    await letWait(MANY);
    await holdDeliveries();
    expect((await remove()).status).toBe(204);
    await createPayment(gateway, company, 1_000);
    expect(await countOf('PENDING')).toBe(MANY);
    await other.query('ROLLBACK');
    await eventually(async () => expect(await countOf('PENDING')).toBe(0), 50_000);
    expect(await gateway.database.db.query('SELECT FROM webhook_deliveries WHERE endpoint_id = $1', [hook.id])).toEqual(
      [],
    );
    const orphans = 'SELECT FROM webhook_attempts WHERE delivery_id NOT IN (SELECT id FROM webhook_deliveries)';
    expect(await gateway.database.db.query(orphans)).toEqual([]);
  });

  it.each([
    ['410', 410, 0],
    ['five failing days', 500, 5 * DAY_MS + 60_000],
  ])('%s touches none of them', async (_, answer, failingForMs) => {
    await letWait(SOME);
    await holdDeliveries();
    status = answer;
    if (failingForMs > 0) {
      const since = new Date(Date.now() - failingForMs);
      await gateway.database.db.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [
        hook.id,
        since,
      ]);
    }
    await testHook(gateway, hook.id);
    await eventually(async () => expect(await statusOf()).toBe('DISABLED'));
    await createPayment(gateway, company, 1_000);
    expect(await countOf('PENDING')).toBe(SOME);
    await other.query('ROLLBACK');
    await eventually(async () => expect(await countOf('FAILED')).toBe(SOME), 50_000);
  });
});

describe('an order goes through', () => {
  /**
   * An order needs the row of each endpoint that gets its event; it fails if it cannot get one within the time limit.
   */
  const expectOrders = () => createPayment(gateway, company, 1_000);

  it('while a failing endpoint is being switched off', async () => {
    const failed: AttemptRecord = {
      merchantId: 1,
      deliveryId: 0,
      endpointId: hook.id,
      attemptedAt: new Date().toISOString(),
      statusCode: 410,
      error: null,
      responseBody: null,
      durationMs: 1,
      status: 'FAILED',
      nextAttemptAt: null,
      isGone: true,
    };
    await withTransaction(gateway.database.db, async (tx) => {
      await recordAttempts(tx, [failed], {
        now: new Date(),
        disableFailingSince: new Date(0),
        lastAttemptBefore: new Date(0),
      });
      await expectOrders();
    });
    expect(await statusOf()).toBe('DISABLED');
  });

  it('while a chunk is being failed', async () => {
    await letWait(10);
    await gateway.database.db.query(`UPDATE webhook_endpoints SET gives_up_before = now() WHERE id = $1`, [hook.id]);
    await withTransaction(gateway.database.db, async (tx) => {
      await failWaitingDeliveries(tx, hook.id, null);
      await expectOrders();
    });
    expect(await countOf('FAILED')).toBe(10);
  });
});

describe('an endpoint that is switched off while an event is being written', () => {
  const writeEvent = (paymentId: number, merchantId: number) =>
    withTransaction(gateway.database.db, async (tx) => {
      const event = { id: `evt_late_${hook.id}`, merchant_id: merchantId, company_id: company.id, payload: '{}' };
      const about = { subject_kind: 'payment', subject_id: paymentId, sequence: 99 };
      await insertEvents(tx, [{ ...event, kind: 'payment.approved', occurred_at: new Date(), ...about }]);
      expect((await patch({ status: 'DISABLED' })).status).toBe(200);
      // Longer than the job needs for what was there when the endpoint was switched off.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    });

  it('leaves no delivery PENDING', async () => {
    const paymentId = await createPayment(gateway, company, 1_000);
    const [payment] = await gateway.database.db.query<{ merchant_id: number }>(
      'SELECT merchant_id FROM payments WHERE id = $1',
      [paymentId],
    );
    await writeEvent(paymentId, payment?.merchant_id as number);
    await eventually(async () => {
      const late = (await logOf(gateway, hook.id)).find(({ event_id }) => event_id === `evt_late_${hook.id}`);
      expect(late).toMatchObject({ status: 'FAILED', next_attempt_at: null, attempts: [] });
    }, 10_000);
  });
});

it('switched off and on again at once: what waited is given up, what comes then is sent', async () => {
  await letWait(SOME);
  await gateway.database.db.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now() + interval $$2 seconds$$
     WHERE endpoint_id = $1 AND is_resend`,
    [hook.id],
  );
  await holdDeliveries();
  await patch({ status: 'DISABLED' });
  await patch({ status: 'ACTIVE' });
  await other.query('ROLLBACK');
  const before = hook.receiver.requests.length;
  await testHook(gateway, hook.id);
  await eventually(() => expect(hook.receiver.requests).toHaveLength(before + 1));
  await eventually(async () => expect(await countOf('FAILED')).toBe(SOME));
  expect(hook.receiver.requests).toHaveLength(before + 1);
});
