import { Agent, request as httpRequest } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { freePort, pause } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { logInAsDemo, startVintemProcess, type VintemProcess } from '../support/processes/process.ts';
import { comeToRest, expectSound } from '../support/soundness.ts';

const CLIENTS = 8;
const RESTARTS = 4;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

interface Answer {
  status: number;
  body: string;
}

/** One request over a kept-alive connection, as a proxy in front of the service holds them. */
function send(agent: Agent, port: number, path: string, token: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const call = httpRequest(
      { agent, port, host: '127.0.0.1', path, method: text === undefined ? 'GET' : 'POST', headers },
      (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          answer += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: answer }));
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

/** A balancer stops using a process after this many failed checks in a row: one may be bad luck. */
const FALL = 3;

/** The ports that a balancer would use: it repeatedly asks each of them whether it is ready. */
function askReadiness(ports: readonly number[]): { ready(): readonly number[]; stop(): Promise<void> } {
  const noes = new Map(ports.map((port) => [port, 0]));
  let isAsking = true;
  const ask = async (port: number) => {
    while (isAsking) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      noes.set(port, answer?.ok ? 0 : (noes.get(port) ?? 0) + 1);
      await pause(100);
    }
  };
  const asking = Promise.all(ports.map(ask));
  return {
    ready: () => ports.filter((port) => (noes.get(port) ?? 0) < FALL),
    async stop() {
      isAsking = false;
      await asking;
    },
  };
}

it.each([
  ['a balancer that asks /readyz, over kept-alive connections', { drainSeconds: 1, keepAlive: true }],
  ['no warning at all, a connection for each request', { drainSeconds: 0, keepAlive: false }],
])(
  'each process told to stop in its turn, under load, %s: not one request fails',
  async (_, { drainSeconds, keepAlive }) => {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    const start = async (port: number): Promise<VintemProcess> => {
      const env = {
        DATABASE_URL: database.url,
        PORT: String(port),
        RATE_LIMIT_PER_SECOND: '0',
        LOG_LEVEL: 'error',
        DATABASE_POOL_SIZE: '8',
        DRAIN_SECONDS: String(drainSeconds),
      };
      const started = await startVintemProcess({ env });
      cleanups.push(() => started.kill());
      return started;
    };
    const ports = await Promise.all([freePort(), freePort()]);
    const processes = await Promise.all(ports.map(start));
    const token = await logInAsDemo((processes[0] as VintemProcess).url);
    const agent = new Agent({ keepAlive, maxSockets: CLIENTS });
    cleanups.push(async () => agent.destroy());
    const balancer = askReadiness(ports);
    cleanups.push(balancer.stop);
    const choose = (): readonly number[] => (drainSeconds > 0 ? balancer.ready() : ports);

    const acknowledged: number[] = [];
    const failures: string[] = [];
    let isBuying = true;
    let turn = 0;
    const buy = async () => {
      while (isBuying) {
        const chosen = choose();
        const port = chosen[++turn % chosen.length];
        if (port === undefined) {
          failures.push('nobody is ready');
          return;
        }
        try {
          const { status, body } = await send(agent, port, '/payments/order', token, orderOf(1_000 + (turn % 100)));
          if (status === 200) acknowledged.push(JSON.parse(body).transaction.id);
          else failures.push(`${status} ${body}`);
        } catch (error) {
          // Nobody listens there now, and nothing was sent: a proxy takes the next port.
          if (drainSeconds === 0 && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED') await pause(5);
          else failures.push(String(error));
        }
      }
    };
    const buying = Promise.all(Array.from({ length: CLIENTS }, buy));
    for (let restart = 0; restart < RESTARTS; restart++) {
      await pause(700);
      const index = restart % 2;
      const port = ports[index] as number;
      // Requests reach it all the time.
      expect(await (processes[index] as VintemProcess).stop()).toBe(0);
      processes[index] = await start(port);
      await vi.waitFor(() => expect(balancer.ready()).toContain(port), 10_000);
    }
    await pause(300);
    isBuying = false;
    await buying;

    expect(failures).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(20);
    const stored = new Set((await database.db.query<{ id: number }>('SELECT id FROM payments')).map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBe(acknowledged.length);
    await comeToRest(database.db);
    await expectSound(database.db);
  },
);
