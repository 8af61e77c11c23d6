import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../src/doors/http/server.ts';
import { checkPayments } from '../../src/gateway/alignment/safety-net/check-payments.ts';
import { createSessionTokens } from '../../src/parties/accounts/session-tokens.ts';
import { type Acquirer, type ChargeResult, SANDBOX } from '../../src/rails/acquirers/acquirer.ts';
import { createAcquirers } from '../../src/rails/acquirers/registry.ts';
import { createSandboxAcquirerClient } from '../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import { eventually, secretOf } from '../support/contract.ts';
import { createDemoDatabase } from '../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess } from '../support/processes/process.ts';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.ts';
import { expectSound } from '../support/soundness.ts';

/** While it works, it has all the time in the world; when it is away, nobody needs to wait long to see it. */
const LIMITS_MS = { working: 20_000, away: 500 };
const TIMEOUT_MS = 180_000;
const FAILURES_TO_OPEN = 10;
const OPEN_FOR_MS = 3_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

/** A gateway, and how its acquirer fails and recovers. */
interface Scene {
  gateway: TestGateway;
  url: string;
  /** The payer pays; nobody is told. */
  pay(id: number): Promise<unknown>;
  /** How many calls the circuit has let through. */
  calls(): number;
  /** Lets so much time pass for the circuit, for which it stands still otherwise. */
  pass(milliseconds: number): void;
  break(): Promise<void>;
  mend(): Promise<void>;
  /** Gives it all the time again. */
  trust(): void;
}

/** What goes wrong, and how it is mended. */
type Fault = (gateway: TestGateway, proxy: TcpProxy) => Pick<Scene, 'break' | 'mend'>;

/** The sandbox acquirer itself misbehaves, whatever it is asked. */
const faulty =
  (kind: string): Fault =>
  (gateway) => ({
    async break() {
      // Many rows instead of one, so that concurrent calls each take a fault without waiting for a locked row.
      await gateway.database.db.query(
        `INSERT INTO sandbox_acquirer.faults (operation, kind, delay_ms, remaining)
         SELECT operation, $1, 0, 25 FROM unnest('{query,charge}'::text[]) AS operation, generate_series(1, 40)`,
        [kind],
      );
    },
    mend: async () => void (await gateway.acquirer('DELETE', '/control/faults')),
  });

/** The network to the acquirer is cut. */
const cut =
  (how: 'refuse' | 'swallow'): Fault =>
  (_gateway, proxy) => ({ break: async () => proxy[how](), mend: () => proxy.pass() });

/** A second server over the same database, whose calls go through a proxy and a circuit with a clock of its own. */
async function openScene(gateway: TestGateway, fault: Fault): Promise<Scene> {
  const proxy = await startTcpProxy(Number(new URL(gateway.vintem.acquirerUrl).port));
  cleanups.push(() => proxy.close());
  const apiKey = await secretOf(gateway, 'sandbox-acquirer-key');
  const client = (timeoutMs: number) => {
    const baseUrl = `http://127.0.0.1:${proxy.port}`;
    const made = createSandboxAcquirerClient({ baseUrl, apiKey, notificationSecret: 'none is read here', timeoutMs });
    cleanups.push(() => made.close());
    return made;
  };
  const clients = { working: client(LIMITS_MS.working), away: client(LIMITS_MS.away) };
  let [current, calls, nowMs] = [clients.working, 0, Date.now()];
  const ask = () => {
    calls++;
    return current;
  };
  const acquirer: Acquirer = {
    ...clients.working,
    charges: {
      pix: (...args) => ask().charges.pix?.(...args) as Promise<ChargeResult>,
      invoice: (...args) => ask().charges.invoice?.(...args) as Promise<ChargeResult>,
    },
    query: (...args) => ask().query(...args),
  };
  const { deps } = gateway.vintem;
  const behind = { ...deps, acquirers: createAcquirers([acquirer], () => new Date(nowMs), SANDBOX) };
  const secret = await secretOf(gateway, 'jwt');
  const app = await buildServer(behind, {
    tokens: createSessionTokens({ secret, previous: null }, deps.config.jwtLifetimeSeconds),
    sandbox: null,
    isMigrated: async () => true,
    isStopping: () => false,
  });
  cleanups.push(async () => app.close());
  const { break: breakIt, mend } = fault(gateway, proxy);
  // One that fails half-way does not leave its fault to the next.
  cleanups.push(mend);
  return {
    gateway: { ...gateway, vintem: { ...gateway.vintem, deps: behind } },
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    async pay(id) {
      const sql = 'SELECT reference FROM payments WHERE id = $1';
      const [payment] = await gateway.database.db.query<{ reference: string }>(sql, [id]);
      return clients.working.control(String(payment?.reference), 'pay', { notify: false });
    },
    calls: () => calls,
    pass(milliseconds) {
      nowMs += milliseconds;
    },
    async break() {
      current = clients.away;
      await breakIt();
    },
    mend,
    trust() {
      // Connections of before may have lost their other end.
      current = client(LIMITS_MS.working);
    },
  };
}

/** A busy machine may have no connection to the database in time, and says so; the acquirer is what is looked at. */
async function untilServed(ask: () => Promise<ApiAnswer | null>): Promise<ApiAnswer> {
  return eventually(async () => {
    const answer = await ask();
    if (!answer || answer.body.code === 'SERVICE_UNAVAILABLE') throw new Error('the service itself was too busy');
    return answer;
  });
}

const read = ({ gateway, url }: Scene, id: number) =>
  untilServed(async () => {
    const response = await fetch(`${url}/transactions/${id}?payment_type=PIX`, {
      headers: { authorization: `Bearer ${gateway.token}` },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  });

const order = ({ gateway, url }: Scene, cents: number, key?: string) =>
  untilServed(() => attempt(url, '/payments/order', gateway.token, orderOf(cents), key));

describe('the acquirer', { timeout: TIMEOUT_MS }, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  });
  afterAll(() => gateway?.close());

  it.each([
    { how: 'answers 500', fault: faulty('error_500') },
    { how: 'answers nonsense', fault: faulty('garbage') },
    { how: 'answers 10 MB', fault: faulty('huge_body') },
    { how: 'drips', fault: faulty('slow_drip') },
    { how: 'accepts and never answers', fault: faulty('timeout_after_accepting') },
    { how: 'is down', fault: cut('refuse') },
    { how: 'has lost its network', fault: cut('swallow') },
  ])('$how: local data meanwhile, the circuit opens and closes again, no second charge', async ({ how, fault }) => {
    const scene = await openScene(gateway, fault);
    const { url } = scene;
    const name = how.replaceAll(' ', '-');
    const keys = { unclear: `unclear-${name}`, refused: `refused-${name}` };
    const countCharges = async () => (await gateway.database.db.query('SELECT 1 FROM sandbox_acquirer.charges')).length;
    const chargesBefore = await countCharges();
    // Readers of one payment share a question: it takes as many payments as failures to open the circuit.
    const ids: number[] = [];
    while (ids.length < FAILURES_TO_OPEN + 2) ids.push((await order(scene, 1_000)).body.transaction.id);
    const id = ids[0] as number;
    expect(await scene.pay(id)).toMatchObject({ outcome: 'found' });
    await scene.break();

    // An order and reads at once, more of them than it takes to open the circuit. All are answered while it is away.
    const [unclear, ...reads] = await Promise.all([
      order(scene, 2_000, keys.unclear),
      ...ids.map((one) => read(scene, one)),
    ]);
    for (const answer of reads)
      expect(answer).toMatchObject({ status: 200, body: { status: 1, amount: 1_000, acquirer_status: null } });
    expect(unclear).toMatchObject({
      status: 503,
      body: { code: 'ACQUIRER_UNAVAILABLE', details: { transaction_id: expect.any(Number) } },
    });
    expect(Number(unclear.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    // The circuit of queries is open: the acquirer is not asked.
    const asked = scene.calls();
    expect(asked).toBeGreaterThanOrEqual(FAILURES_TO_OPEN);
    for (let n = 0; n < 5; n++) expect(await read(scene, id)).toMatchObject({ status: 200, body: { status: 1 } });
    expect(scene.calls()).toBe(asked);
    // Orders have a circuit of their own, which is not.
    const refused = await order(scene, 3_000, keys.refused);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'ACQUIRER_UNAVAILABLE', details: { transaction_id: expect.any(Number) } },
    });
    const before = scene.calls();
    expect(before).toBe(asked + 1);
    scene.pass(OPEN_FOR_MS - 1);
    await read(scene, id);
    expect(scene.calls()).toBe(before);
    // After a while it is asked once, in vain, and then again not.
    scene.pass(1);
    for (let n = 0; n < 3; n++) expect(await read(scene, id)).toMatchObject({ status: 200, body: { status: 1 } });
    expect(scene.calls()).toBe(before + 1);

    // The circuit is closed again: the acquirer answers, and the open orders are settled under their first reference.
    await scene.mend();
    // Each connection that was lost without a word costs one more try.
    await eventually(async () => {
      scene.pass(OPEN_FOR_MS);
      expect((await read(scene, id)).body.status).toBe(2);
    });
    scene.trust();
    for (const [key, cents, first] of [
      [keys.unclear, 2_000, unclear],
      [keys.refused, 3_000, refused],
    ] as const) {
      const repeated = await order(scene, cents, key);
      expect(repeated).toMatchObject({
        status: 200,
        body: { transaction: { id: first.body.details.transaction_id, status: 'PENDING' } },
      });
    }
    await checkPayments(scene.gateway.vintem.deps);
    expect((await countCharges()) - chargesBefore).toBe(ids.length + 2);
    await expectSound(gateway.database.db);
  });
});

describe.runIf(process.platform === 'linux')('memory', () => {
  const AT_ONCE = 60;
  const peakMb = (pid: number | undefined) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it(`${AT_ONCE} answers of 10 MB at once are not kept`, { timeout: TIMEOUT_MS }, async () => {
    const database = await createDemoDatabase();
    cleanups.push(() => database.drop());
    const process = await startVintemProcess({
      env: { DATABASE_URL: database.url, VINTEM_ROLE: 'api', LOG_LEVEL: 'error', RATE_LIMIT_PER_SECOND: '0' },
    });
    cleanups.push(() => process.kill());
    const token = await logInAsDemo(process.url);
    const { body } = await callJson(`${process.url}/payments/order`, { token, body: orderOf(1_000) });
    const path = `${process.url}/transactions/${body.transaction.id}?payment_type=PIX`;
    await Promise.all(Array.from({ length: AT_ONCE }, () => callJson(path, { token })));
    const before = peakMb(process.child.pid);
    await database.db.query(
      `INSERT INTO sandbox_acquirer.faults (operation, kind, delay_ms, remaining)
       VALUES ('query', 'huge_body', 0, 1000)`,
    );
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => callJson(path, { token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // All of them kept would be 600 MB.
    expect(peakMb(process.child.pid) - before).toBeLessThan(150);
    expect((await callJson(`${process.url}/healthz`)).status).toBe(200);
  });
});
