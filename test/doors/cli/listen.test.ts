import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runCommand } from 'citty';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CliError } from '../../../src/doors/cli/command.ts';
import { findEndOfFeed } from '../../../src/doors/cli/listen/follow-events.ts';
import { pay } from '../../../src/doors/cli/pay.ts';
import { openSession } from '../../../src/doors/cli/server-session.ts';
import { webhookListen } from '../../../src/doors/cli/webhook-listen.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';
import { startTcpProxy } from '../../support/processes/tcp-proxy.ts';
import { cliJson, runCli } from './run-cli.ts';

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));

interface Received {
  body: string;
  headers: IncomingHttpHeaders;
}

let gateway: TestGateway;
let folder: string;
let env: Record<string, string>;
let receiver: Server;
let received: Received[] = [];
let port = 0;
const running: ChildProcess[] = [];

/** The shop that is being developed; it can be ended and started again at the same address. */
async function startReceiver(): Promise<void> {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
    response.end('ok');
  });
  receiver.listen(port, '127.0.0.1');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
}

async function stopReceiver(): Promise<void> {
  receiver.closeAllConnections();
  receiver.close();
  await once(receiver, 'close');
}

beforeAll(async () => {
  gateway = await startTestGateway();
  folder = await mkdtemp(path.join(tmpdir(), 'vintem-listen-'));
  env = { VINTEM_URL: gateway.url, DATA_DIR: folder };
  await startReceiver();
});
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  received = [];
});
afterAll(async () => {
  await stopReceiver();
  await gateway.close();
  await rm(folder, { recursive: true });
});

interface Listening {
  // biome-ignore lint/suspicious/noExplicitAny: lines of every shape.
  lines: any[];
  of(type: string): Listening['lines'];
  /** Ends it as ctrl-C would; the exit code. */
  interrupt(): Promise<number | null>;
}

const listen = (...args: string[]) => listenWith(env, ...args);

async function listenWith(settings: Record<string, string>, ...args: string[]): Promise<Listening> {
  const child = spawn(process.execPath, [CLI, 'webhook', 'listen', '--json', ...args], {
    env: { PATH: process.env['PATH'], ...settings },
  });
  running.push(child);
  const listening: Listening = {
    lines: [],
    of: (type) => listening.lines.filter((line) => line.type === type),
    async interrupt() {
      child.kill('SIGINT');
      return (await once(child, 'exit'))[0];
    },
  };
  createInterface(child.stdout).on('line', (line) => listening.lines.push(JSON.parse(line)));
  await eventually(async () => expect(listening.of('listening')).toHaveLength(1));
  return listening;
}

const here = () => `http://127.0.0.1:${port}/hook`;

async function order(): Promise<number> {
  const { body } = await gateway.post('/payments/order', orderBody());
  return body.transaction.id;
}

const kindsOf = (lines: Listening['lines']) => lines.map(({ event }) => [event.event, event.transaction_id]);

describe('vintem webhook listen', () => {
  it('forwards each event as a delivery would be, with the same bytes and a signature that holds', async () => {
    const listening = await listen('--forward-to', here());
    const id = await order();
    await cliJson(env, 'pay', String(id));
    await eventually(async () => expect(received).toHaveLength(2));
    const { secret, forward_to, account } = listening.of('listening')[0];
    expect([forward_to, account]).toEqual([here(), 'demo@vintem.dev']);
    const stored = await gateway.database.db.query<{ id: string; payload: string }>(
      "SELECT id, payload FROM events WHERE subject_kind = 'payment' AND subject_id = $1 ORDER BY sequence",
      [id],
    );
    expect(received.map(({ body }) => body)).toEqual(stored.map(({ payload }) => payload));
    for (const [index, { body, headers }] of received.entries()) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Vintem-Webhooks/1' });
      expect(headers['webhook-id']).toBe(stored[index]?.id);
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
    await eventually(async () => expect(listening.of('event')).toHaveLength(2));
    expect(listening.of('event')[1]).toMatchObject({
      forwarded: { status: 200 },
      event: { event: 'payment.approved', transaction_id: id },
    });
    expect(await listening.interrupt()).toBe(0);
    expect(listening.lines.at(-1)).toEqual({ type: 'stopped', cursor: listening.of('event')[1].cursor });
  });

  it('goes on where the last run ended, with the same secret; --since begins elsewhere', async () => {
    const first = await listen('--forward-to', here());
    const before = await order();
    await eventually(async () => expect(first.of('event')).toHaveLength(1));
    await first.interrupt();
    const missed = [await order(), await order()];
    const second = await listen('--forward-to', here());
    expect(second.of('listening')[0].secret).toBe(first.of('listening')[0].secret);
    await eventually(async () => expect(second.of('event')).toHaveLength(2));
    expect(kindsOf(second.of('event'))).toEqual(missed.map((id) => ['payment.created', id]));
    await second.interrupt();
    const again = await listen('--forward-to', here(), '--since', first.of('listening')[0].cursor);
    await eventually(async () => expect(again.of('event')).toHaveLength(3));
    expect(kindsOf(again.of('event'))[0]).toEqual(['payment.created', before]);
    await again.interrupt();
    const now = await listen('--since', 'now');
    const latest = await order();
    await eventually(async () => expect(kindsOf(now.of('event'))).toEqual([['payment.created', latest]]));
  });

  it('waits for a receiver that is down, says so, and goes on in order', async () => {
    const listening = await listen('--forward-to', here(), '--since', 'now');
    await stopReceiver();
    const ids = [await order(), await order(), await order()];
    await eventually(async () =>
      expect(listening.of('waiting')[0]?.reason).toContain('does not answer (ECONNREFUSED)'),
    );
    await startReceiver();
    await eventually(async () => expect(received).toHaveLength(3));
    expect(received.map(({ body }) => JSON.parse(body).transaction_id)).toEqual(ids);
  });

  it('comes back after a lost connection, and misses nothing; a key needs no login', async () => {
    const proxy = await startTcpProxy(Number(new URL(gateway.url).port));
    const way = { ...env, VINTEM_URL: `http://127.0.0.1:${proxy.port}`, VINTEM_API_KEY: gateway.token };
    const listening = await listenWith(way, '--events', 'payment.approved');
    expect(listening.of('listening')[0].account).toBe(`API key …${gateway.token.slice(-4)}`);
    const first = await order();
    await cliJson(env, 'pay', String(first));
    await eventually(async () => expect(listening.of('event')).toHaveLength(1));
    await proxy.refuse();
    const second = await order();
    await cliJson(env, 'pay', String(second));
    await eventually(async () => expect(listening.of('waiting')).not.toHaveLength(0));
    await proxy.pass();
    await eventually(async () => expect(listening.of('event')).toHaveLength(2));
    expect(kindsOf(listening.of('event'))).toEqual([first, second].map((id) => ['payment.approved', id]));
    expect(await listening.interrupt()).toBe(0);
    await proxy.close();
  });
});

describe('vintem pay', () => {
  it('pays a pending transaction, and refuses any other in one line', async () => {
    const id = await order();
    const { code, out } = await runCli(env, 'pay', String(id));
    expect([code, out]).toEqual([0, expect.stringMatching(`^transaction ${id} paid: \\d+ cents, APPROVED\n$`)]);
    expect(await runCli(env, 'pay', String(id))).toEqual({
      code: 1,
      out: '',
      err: `vintem: transaction ${id} is APPROVED: only a pending one can be paid\n`,
    });
    const unknown = await runCli(env, 'pay', '999999', '--json');
    expect([unknown.code, unknown.out, JSON.parse(unknown.err)]).toEqual([
      1,
      '',
      { error: expect.stringMatching(/^transaction 999999 cannot be read as demo@vintem\.dev: /) },
    ]);
  });

  it('refuses in live, where the routes of the sandbox do not exist', async () => {
    const live = createServer((request, response) => {
      const isRead = request.method === 'GET' && request.url === '/transactions/7';
      const notFound = { success: false, code: 'ROUTE_NOT_FOUND', error: 'no such route' };
      response.writeHead(isRead ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRead ? { id: 7, status_payment_name: 'PENDING' } : notFound));
    }).listen(0, '127.0.0.1');
    await once(live, 'listening');
    const url = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
    vi.stubEnv('VINTEM_URL', url).stubEnv('VINTEM_API_KEY', 'vk_x');
    await expect(runCommand(pay, { rawArgs: ['7'] })).rejects.toThrow(`${url} is live: there only payers pay`);
    vi.unstubAllEnvs();
    live.closeAllConnections();
    live.close();
  });
});

describe('refuses in one line', () => {
  it.each([
    ['no server', { VINTEM_URL: 'http://127.0.0.1:1' }, /^no server answers at http:\/\/127\.0\.0\.1:1 /],
    ['an address that is none', { VINTEM_URL: 'pay.example.com' }, /^VINTEM_URL must be an address/],
    ['nobody to log in as', { VINTEM_URL: 'https://pay.example.com' }, /^set VINTEM_API_KEY, or VINTEM_EMAIL/],
    ['half a login', { VINTEM_EMAIL: 'a@example.com' }, /^VINTEM_EMAIL and VINTEM_PASSWORD belong together/],
    [
      'a wrong password',
      { VINTEM_EMAIL: 'demo@vintem.dev', VINTEM_PASSWORD: 'outra' },
      /^demo@vintem\.dev cannot log in at http/,
    ],
    ['a key that is none', { VINTEM_API_KEY: 'vk_nothing' }, /^http\S+ does not open \/events\/stream: /],
  ])('%s', async (_problem, more, says) => {
    const opened = openSession({ ...env, ...more }).then(findEndOfFeed);
    await expect(opened).rejects.toThrow(CliError);
    await expect(opened).rejects.toThrow(says);
  });

  it.each([
    [['--forward-to', 'localhost:8080'], /--forward-to must be an address/],
    [['--events', 'payment.aproved'], /--events: unknown event "payment\.aproved"; known: payment\.created/],
    [['--since', 'yesterday'], /--since must be a cursor/],
  ])('%j', async (rawArgs, says) => {
    await expect(runCommand(webhookListen, { rawArgs })).rejects.toThrow(says);
  });
});
