import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { READS } from '../../../src/doors/http/slow-requests.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

/** As many as can run and wait at the same time. */
const RUNNING = 3;
const WAITING = 12;
const { waitMs } = READS;

let gateway: TestGateway;
let unlimited: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', DATABASE_POOL_SIZE: '20' });
  unlimited = await startTestGateway({ DATABASE_POOL_SIZE: '20' }, gateway.database);
  // However slow this machine is, nobody has waited too long.
  for (const patient of [gateway, unlimited]) giveLists(patient, 60_000);
  READS.waitMs = 60_000;
  for (const token of [gateway.token, gateway.otherToken]) {
    const access = token === gateway.token ? 'est_demo_loja' : 'est_demo_parceiro';
    const answer = await gateway.post('/payments/order', orderOf(1_000, { access_token: access }), token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
});
afterAll(async () => {
  READS.waitMs = waitMs;
  await unlimited.close();
  await gateway.close();
});

/** What its connections for lists say to the database when they are opened: how long a statement may take. */
function giveLists({ vintem }: TestGateway, ms: number): void {
  Object.assign((vintem.deps.listsDb as DbPool).pool.options, { statement_timeout: ms, query_timeout: ms + 1_000 });
}

let holder: pg.Client | null = null;
afterEach(() => release());

/** Every reader of this table waits, and so do all lists of customers, however fast they would be. */
async function hold(table: string): Promise<void> {
  // A connection of its own, without limits of time.
  holder = new pg.Client({ connectionString: gateway.database.url });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
}

async function release(): Promise<void> {
  await holder?.end();
  holder = null;
}

/** As many as get a turn or wait for one: the first that is refused shows that all of them are there. */
async function fill(): Promise<Promise<ApiAnswer>[]> {
  const answers = Array.from({ length: RUNNING + WAITING + 1 }, () => gateway.get('/customers'));
  expectError(await Promise.race(answers), { status: 429, code: 'RATE_LIMITED' });
  return answers;
}

/** Says what all connections for lists do where they are not as many: lists of two gateways may be among them. */
async function expectWaitingForLock(count: number): Promise<void> {
  const lists = await gateway.database.db.query<{ waitsFor: string | null }>(
    `SELECT state, wait_event_type AS "waitsFor", wait_event, left(query, 60) AS query FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'vintem-lists'`,
  );
  expect(lists.filter(({ waitsFor }) => waitsFor === 'Lock').length, JSON.stringify(lists)).toBe(count);
}

describe('slow requests of one merchant', () => {
  // A turn rests by what it took, which is nothing while the time stands still.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('run a few at a time; a few more wait, and the rest is turned away at once', async () => {
    await hold('customers');
    const answers = Array.from({ length: RUNNING + WAITING + 5 }, () => gateway.get('/customers?name=maria'));
    const refused: ApiAnswer[] = [];
    for (const answer of answers) void answer.then((settled) => settled.status === 429 && refused.push(settled));
    await eventually(() => expect(refused).toHaveLength(5));
    for (const answer of refused) {
      expectError(answer, { status: 429, code: 'RATE_LIMITED' });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await eventually(() => expectWaitingForLock(RUNNING));
    await release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(RUNNING + WAITING);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await gateway.get('/customers?name=maria')).status).toBe(200);
  });

  it('never keep another merchant, an order, a single read or a health check waiting', async () => {
    await hold('ledger_entries');
    const mine = Array.from({ length: RUNNING + WAITING }, () => gateway.post('/balance/list', { companyIds: [1] }));
    await eventually(() => expectWaitingForLock(RUNNING));
    expect((await gateway.get('/customers', gateway.otherToken)).status).toBe(200);
    const order = await gateway.post('/payments/order', orderOf(1_000));
    expect(order.status).toBe(200);
    expect((await gateway.get(`/transactions/${order.body.transaction.id}`)).status).toBe(200);
    expect((await gateway.get('/readyz')).status).toBe(200);
    await release();
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual(mine.map(() => 200));
  });

  const READING = [
    '/transactions',
    '/customers',
    '/companies/1/statement',
    '/companies/1/statement/days',
    '/companies',
    '/companies/1',
    '/customers/1',
    '/reports/payments',
    '/divergences',
    '/webhooks',
    '/events',
  ];
  describe('while there is no turn left', () => {
    let others: Promise<ApiAnswer>[];
    let refused: ApiAnswer[];
    beforeAll(async () => {
      await hold('customers');
      others = await fill();
      refused = await Promise.all(READING.map((path) => gateway.get(path)));
      await release();
      await Promise.all(others);
    });

    it.each(READING)('GET %s takes its turn like the others', (path) => {
      expectError(refused[READING.indexOf(path)] as ApiAnswer, { status: 429, code: 'RATE_LIMITED' });
    });
  });

  it('give their turn back when the caller hangs up, running or waiting', async () => {
    await hold('customers');
    const callers = Array.from({ length: RUNNING + WAITING }, () =>
      get(`${gateway.url}/customers`, { headers: { authorization: `Bearer ${gateway.token}` } }).on('error', () => {}),
    );
    await eventually(() => expectWaitingForLock(RUNNING));
    for (const caller of callers) caller.destroy();
    await release();
    await eventually(async () => expect((await gateway.get('/customers')).status).toBe(200));
    await hold('customers');
    const again = Array.from({ length: RUNNING + WAITING }, () => gateway.get('/customers'));
    await eventually(() => expectWaitingForLock(RUNNING));
    await release();
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual(again.map(() => 200));
  });

  it('are not counted where limits are off', async () => {
    await hold('customers');
    const answers = Array.from({ length: RUNNING + WAITING + 5 }, () => unlimited.get('/customers'));
    await eventually(() => expectWaitingForLock(5));
    await release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('that take too long are ended, and say what would be faster', async () => {
    const impatient = await startTestGateway({}, gateway.database);
    giveLists(impatient, 100);
    await hold('customers');
    const answer = await impatient.get('/customers');
    await impatient.close();
    expectError(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(answer.body.error).toContain('narrower filters');
    expect(answer.headers.get('retry-after')).toBe('5');
    await expectWaitingForLock(0);
  });
});

describe('a statement as CSV', () => {
  // Between two chunks it rests by what the last one took, which is nothing while the time stands still.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const ROWS = 30_000;
  const CHUNK = 500;

  beforeAll(async () => {
    const { id } = (await gateway.post('/payments/order', orderOf(1_000))).body.transaction;
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    // One journal of another company, in so many parts that each is paid and taken back.
    await gateway.database.db.query(
      `WITH journal AS (
         INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
           VALUES ('refund', 1000000, 'payment', $1, 'sandbox', '2025-01-01') RETURNING id
       )
       INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT journal.id, 'company_main', 2, CASE WHEN n % 2 = 0 THEN n ELSE -(n + 1) END,
         timestamptz '2025-01-01' + (n % 7) * interval '1 hour', 'share'
       FROM journal, generate_series(1, ${ROWS}) n`,
      [id],
    );
  });

  const PATH = '/companies/2/statement?from=2025-01-01T00:00:00Z&to=2025-01-02T00:00:00Z&format=csv';
  const open = async ({ url } = gateway): Promise<IncomingMessage> => {
    const call = get(url + PATH, { headers: { authorization: `Bearer ${gateway.token}` } });
    return (await once(call, 'response'))[0] as IncomingMessage;
  };
  const readAll = async (answer: IncomingMessage) => (await answer.setEncoding('utf8').toArray()).join('');

  it('holds every entry once, in order, over many chunks', async () => {
    const answer = await open();
    const [head, ...lines] = (await readAll(answer)).trimEnd().split('\r\n');
    expect(head).toMatch(/^id,available_at,/);
    expect(lines).toHaveLength(ROWS);
    expect(answer.headers['x-total']).toBe(String(ROWS));
    const keys = lines.map((line) => line.split(',')).map(([id, at]) => `${at} ${String(id).padStart(12, '0')}`);
    expect(keys).toEqual([...new Set(keys)].toSorted());
    const sum = lines.reduce((total, line) => total + Number(line.split(',')[6]), 0);
    expect(Number(answer.headers['x-closing-balance']) - Number(answer.headers['x-opening-balance'])).toBe(sum);
  });

  it('is what it was when it was asked for', async () => {
    // The first chunk waits for this; after it, the books have one more entry.
    await hold('ledger_journals');
    const answer = await open();
    await holder?.query(
      `WITH journal AS (
         INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         SELECT 'refund', 1000001, subject_kind, subject_id, acquirer, posted_at FROM ledger_journals
         WHERE cause_id = 1000000
         RETURNING id
       )
       INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT journal.id, 'company_main', 2, cents, '2025-01-01T23:00:00Z', 'share'
         FROM journal, unnest(ARRAY[7, -7]) cents`,
    );
    await holder?.query('COMMIT');
    expect((await readAll(answer)).trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
  });

  it('is read from the database as fast as its reader takes it, a connection at a time for a chunk', async () => {
    const asked = vi.spyOn(gateway.vintem.deps.listsDb, 'query');
    // Not over a socket: the buffers of the system would take the whole file.
    const headers = { authorization: `Bearer ${gateway.token}` };
    const answer = await gateway.vintem.app.inject({ method: 'GET', url: PATH, headers, payloadAsStream: true });
    const chunks = Math.ceil(Number(answer.headers['x-total']) / CHUNK);
    // For as long as another takes for the whole file, nobody reads this one.
    await readAll(await open(unlimited));
    expect(asked.mock.calls.length).toBeLessThan(5);
    for await (const _ of answer.stream());
    // And one for what the whole period holds.
    expect(asked).toHaveBeenCalledTimes(1 + chunks);
    asked.mockRestore();
  });

  it('breaks off, instead of ending early, when the database fails on the way', async () => {
    await hold('ledger_journals');
    const answer = await open();
    const reading = readAll(answer);
    // Listened to before it can fail.
    const broken = expect(reading).rejects.toThrow(/aborted/);
    await eventually(() => expectWaitingForLock(1));
    await gateway.database.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'vintem-lists' AND wait_event_type = 'Lock'`,
    );
    await broken;
  });

  it('is refused beyond 50,000 entries without reading them', async () => {
    await gateway.database.db.query(
      `WITH journal AS (
         INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         SELECT 'refund', 1000002, subject_kind, subject_id, acquirer, posted_at FROM ledger_journals
         WHERE cause_id = 1000000
         RETURNING id
       )
       INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT journal.id, 'company_main', 2, CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END, '2025-01-01T12:00:00Z', 'share'
       FROM journal, generate_series(1, 30000) n`,
    );
    // A reader of an entry would have to read its journal.
    await hold('ledger_journals');
    const answer = await gateway.get(PATH);
    expectError(answer, { status: 400, code: 'VALIDATION_ERROR', field: 'from' });
    expect(answer.body.error).toMatch(/these are 6000\d$/);
  });
});
