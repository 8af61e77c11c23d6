import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandboxAcquirerClient } from '../../src/acquirers/sandbox/sandbox-acquirer-client.ts';
import { checkPayments } from '../../src/alignment/check-payments.ts';
import { createSessionTokens } from '../../src/auth/session-tokens.ts';
import { buildServer } from '../../src/http/server.ts';
import { withAcquirers } from '../support/acquirers.ts';
import { eventually, secretOf } from '../support/contract.ts';
import { createTestDatabase } from '../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess } from '../support/process.ts';
import { expectSound } from '../support/soundness.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

/** The limit of a call to the acquirer, plus room for a busy machine; without a limit a call would take two minutes. */
const BOUNDED_MS = 5_000 + 7_000;
/** An open circuit asks nobody. */
const AT_ONCE_MS = 1_500;
const FAILURES_TO_OPEN = 10;
const OPEN_FOR_MS = 3_000;

const cleanups: (() => Promise<unknown>)[] = [];
// Closed at the very end, because the scenes run side by side.
afterAll(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

/** A gateway, and how its acquirer fails and recovers. */
interface Scene {
  gateway: TestGateway;
  url: string;
  /** How many calls have reached the acquirer. */
  calls(): Promise<number>;
  break(): Promise<void>;
  mend(): Promise<void>;
}

/** The sandbox acquirer itself misbehaves, whatever it is asked. */
async function faultyScene(kind: string): Promise<Scene> {
  const gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  cleanups.push(() => gateway.close());
  // Many rows instead of one, so that concurrent calls each take a fault without waiting for a locked row.
  const [ROWS, TIMES] = [40, 25];
  const operations = ['query', 'charge'];
  const left = async () => {
    const { body } = await gateway.acquirer('GET', '/control/faults');
    return (body.faults as { remaining: number }[]).reduce((sum, { remaining }) => sum + remaining, 0);
  };
  return {
    gateway,
    url: gateway.url,
    calls: async () => operations.length * ROWS * TIMES - (await left()),
    async break() {
      const rows = operations.flatMap((operation) =>
        Array.from({ length: ROWS }, () => ({ operation, kind, times: TIMES })),
      );
      await Promise.all(rows.map((row) => gateway.acquirer('POST', '/control/faults', row)));
    },
    mend: async () => void (await gateway.acquirer('DELETE', '/control/faults')),
  };
}

/**
 * The network to the acquirer: a second server over the same database, whose calls go through a proxy that can be cut.
 */
async function networkScene(how: 'refuse' | 'swallow'): Promise<Scene> {
  const gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  cleanups.push(() => gateway.close());
  const proxy = await startTcpProxy(Number(new URL(gateway.vintem.acquirerUrl).port));
  cleanups.push(() => proxy.close());
  const [key] = await gateway.database.db.query<{ value: string }>(
    "SELECT value FROM generated_secrets WHERE name = 'sandbox-acquirer-key'",
  );
  const client = createSandboxAcquirerClient({
    baseUrl: `http://127.0.0.1:${proxy.port}`,
    apiKey: String(key?.value),
    notificationSecret: 'none is read here',
  });
  cleanups.push(() => client.close());
  const { deps } = gateway.vintem;
  const behind = withAcquirers(deps, client);
  const app = await buildServer(behind, {
    tokens: createSessionTokens(
      { secret: await secretOf(gateway, 'jwt'), previous: null },
      deps.config.jwtLifetimeSeconds,
    ),
    sandbox: null,
    isMigrated: async () => true,
    isStopping: () => false,
  });
  cleanups.push(async () => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    gateway: { ...gateway, vintem: { ...gateway.vintem, deps: behind } },
    url,
    calls: async () => proxy.connections,
    break: async () => proxy[how](),
    mend: () => proxy.pass(),
  };
}

async function read({ gateway, url }: Scene, id: number): Promise<{ answer: ApiAnswer; ms: number }> {
  const startedAt = Date.now();
  const response = await fetch(`${url}/transactions/${id}?payment_type=PIX`, {
    headers: { authorization: `Bearer ${gateway.token}` },
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  return { answer, ms: Date.now() - startedAt };
}

describe.concurrent('the acquirer', () => {
  it.each([
    { how: 'answers 500', scene: () => faultyScene('error_500') },
    { how: 'answers nonsense', scene: () => faultyScene('garbage') },
    { how: 'answers 10 MB', scene: () => faultyScene('huge_body') },
    { how: 'drips', scene: () => faultyScene('slow_drip') },
    { how: 'accepts and never answers', scene: () => faultyScene('timeout_after_accepting') },
    { how: 'is down', scene: () => networkScene('refuse') },
    { how: 'has lost its network', scene: () => networkScene('swallow') },
  ])(
    '$how: local data in bounded time, the circuit opens and closes again, no second charge',
    async ({ scene: make }) => {
      const scene = await make();
      const { gateway, url } = scene;
      // Readers of one payment share a question: it takes as many payments as failures to open the circuit.
      const ids: number[] = [];
      for (let n = 0; n < FAILURES_TO_OPEN + 2; n++)
        ids.push((await gateway.post('/payments/order', orderOf(1_000))).body.transaction.id);
      const id = ids[0] as number;
      await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
      await scene.break();

      // An order and reads at once, more of them than it takes to open the circuit.
      const [order, ...reads] = await Promise.all([
        attempt(url, '/payments/order', gateway.token, orderOf(2_000), 'unclear'),
        ...ids.map((one) => read(scene, one)),
      ]);
      for (const { answer, ms } of reads) {
        expect(answer).toMatchObject({ status: 200, body: { status: 1, amount: 1_000, acquirer_status: null } });
        expect(ms).toBeLessThan(BOUNDED_MS);
      }
      expect(order).toMatchObject({
        status: 503,
        body: { code: 'ACQUIRER_UNAVAILABLE', details: { transaction_id: expect.any(Number) } },
      });
      expect(Number(order?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);

      // The circuit is open: the acquirer is not asked, and every caller is answered at once.
      const before = await scene.calls();
      const times: number[] = [];
      for (let n = 0; n < 5; n++) {
        const { answer, ms } = await read(scene, id);
        expect(answer).toMatchObject({ status: 200, body: { status: 1 } });
        times.push(ms);
      }
      expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(AT_ONCE_MS);
      const refused = await attempt(url, '/payments/order', gateway.token, orderOf(3_000), 'refused');
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'ACQUIRER_UNAVAILABLE', details: { transaction_id: expect.any(Number) } },
      });
      // One call may be let through as a probe; on a slow machine, two. Orders have a circuit of their own.
      expect((await scene.calls()) - before).toBeLessThanOrEqual(2 + 1);

      // The circuit is closed again: the acquirer answers, and the open orders are settled under their first reference.
      await scene.mend();
      // A check that was under way at the repair has to end first, and then the pause after it.
      await eventually(
        async () => expect((await read(scene, id)).answer.body.status).toBe(2),
        2 * (OPEN_FOR_MS + BOUNDED_MS),
      );
      for (const [key, cents, first] of [
        ['unclear', 2_000, order],
        ['refused', 3_000, refused],
      ] as const) {
        const repeated = await attempt(url, '/payments/order', gateway.token, orderOf(cents), key);
        expect(repeated).toMatchObject({
          status: 200,
          body: { transaction: { id: first?.body.details.transaction_id, status: 'PENDING' } },
        });
      }
      await checkPayments(gateway.vintem.deps);
      const charges = await gateway.database.db.query('SELECT 1 FROM sandbox_acquirer.charges');
      expect(charges).toHaveLength(ids.length + 2);
      await expectSound(gateway.database.db);
    },
  );
});

describe.runIf(process.platform === 'linux')('memory', () => {
  const AT_ONCE = 60;
  const peakMb = (pid: number | undefined) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it(`${AT_ONCE} answers of 10 MB at once are not kept`, async () => {
    const database = await createTestDatabase();
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
