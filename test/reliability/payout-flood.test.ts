import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { addDestination, KINDS } from '../support/destinations.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createPaid, openCompany, order, refundPix, type TestCompany } from '../support/money.ts';
import { askPayout, earn, insertDestination, setPayoutTerms } from '../support/payouts.ts';

/** As many payouts of a merchant as run and wait at a time, and how many destinations are added in a minute. */
const RUNNING = 6;
const WAITING = 60;
const DESTINATIONS_PER_MINUTE = 20;
const TOO_MANY = 5;

let gateway: TestGateway;
let flooding: TestCompany;
let [other, sister]: TestCompany[] = [];
let holder: pg.Client | null = null;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', DATABASE_POOL_SIZE: '20' });
  flooding = await openCompany(gateway);
  sister = await openCompany(gateway);
  other = await openCompany(gateway, { of: 'partner' });
  for (const company of [flooding, sister, other]) {
    await earn(gateway, company, 1_000_000);
    await setPayoutTerms(gateway, company, { to_others: true });
  }
});
afterEach(() => release());
afterAll(() => gateway.close());

/** On a connection of its own, without limits of time. */
async function hold(sql: string): Promise<void> {
  holder = new pg.Client({ connectionString: gateway.database.url });
  await holder.connect();
  await holder.query(`BEGIN; ${sql}`);
}

async function release(): Promise<void> {
  await holder?.end();
  holder = null;
}

const waitingForLocks = async () =>
  (
    await gateway.database.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND application_name LIKE 'vintem%'`,
    )
  ).length;

/** Those who came too many are told so; how many more are depends on how long this machine let them wait. */
async function expectTurnedAway(answers: readonly Promise<ApiAnswer>[]): Promise<void> {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(TOO_MANY);
  expect(statuses.filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
}

/** What another merchant does meanwhile, and the same one in other lanes. */
async function expectNobodyElseWaits(): Promise<void> {
  if (!other || !sister) throw new Error('no companies');
  const paid = await createPaid(gateway, other, 1_000);
  expect((await refundPix(gateway, other, paid)).status).toBe(200);
  const key = `${randomUUID()}@recebe.example`;
  const destination = await addDestination(gateway, other, { ...KINDS.email, key });
  expect(destination.status).toBe(201);
  expect((await askPayout(gateway, other, destination.body.id, 1_000)).status).toBe(201);
  expect((await order(gateway, sister, 1_000)).status).toBe(200);
  expect((await gateway.get('/payouts', sister.session)).status).toBe(200);
  expect((await gateway.get('/readyz')).status).toBe(200);
}

it('payouts that wait for a lock of their company keep nobody else waiting', async () => {
  const destination = await insertDestination(gateway, flooding);
  await hold(`INSERT INTO debit_locks (company_id) VALUES (${flooding.id}) ON CONFLICT (company_id) DO NOTHING;
    SELECT FROM debit_locks WHERE company_id = ${flooding.id} FOR UPDATE`);
  const asked = Array.from({ length: RUNNING + WAITING + TOO_MANY }, () =>
    askPayout(gateway, flooding, destination, 100),
  );
  await eventually(async () => expect(await waitingForLocks()).toBeGreaterThan(0));
  await expectNobodyElseWaits();
  await release();
  await expectTurnedAway(asked);
  expect((await askPayout(gateway, flooding, destination, 100)).status).toBe(201);
});

it('destinations that wait for their merchant keep nobody else waiting', async () => {
  await hold(`SELECT FROM merchants m JOIN companies c ON c.merchant_id = m.id WHERE c.id = ${flooding.id}
    FOR NO KEY UPDATE OF m`);
  const asked = Array.from({ length: DESTINATIONS_PER_MINUTE + TOO_MANY }, (_, index) =>
    addDestination(gateway, flooding, { ...KINDS.phone, key: `+55 41 98${String(1_000_000 + index)}` }),
  );
  await eventually(async () => expect(await waitingForLocks()).toBeGreaterThan(0));
  await expectNobodyElseWaits();
  await release();
  await expectTurnedAway(asked);
});
