import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildServer, type ServerParts } from '../../src/doors/http/server.ts';
import type { Config } from '../../src/ground/config.ts';
import { createSessionTokens } from '../../src/parties/accounts/session-tokens.ts';
import { eventually, secretOf } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openSocket, parseAnswer, readToEnd } from '../support/processes/raw-http.ts';

/** Callers that hold connections instead of sending requests. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
const hold = async (count: number, url: string) => {
  for (let n = 0; n < count; n++) open.push(await openSocket(url));
};
/** Uses a new connection for each request, like a caller that has none yet. */
async function ask(url: string, path: string) {
  const socket = await openSocket(url);
  open.push(socket);
  const answer = readToEnd(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return parseAnswer(await answer);
}

/** A second server over the same parts, with limits of its own and no connections yet. */
async function withServer(
  limits: Partial<Config>,
  use: (url: string) => Promise<void>,
  parts: Partial<ServerParts> = {},
): Promise<void> {
  const { deps } = gateway.vintem;
  const app = await buildServer(
    { ...deps, config: { ...deps.config, rateLimitPerSecond: 1_000, ...limits } },
    {
      tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
      sandbox: null,
      isMigrated: async () => true,
      isStopping: () => false,
      ...parts,
    },
  );
  try {
    await use(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    for (const socket of open.splice(0)) socket.destroy();
    await app.close();
  }
}

describe('more connections than allowed', () => {
  const LIMITS = { maxConnections: 8, maxConnectionsPerAddress: 5 };

  it.each([
    ['from one address', { ...LIMITS, trustProxy: false as const }, 5, { status: 429, code: 'RATE_LIMITED' }],
    [
      'in all, through a proxy',
      { ...LIMITS, trustProxy: ['127.0.0.0/8'] },
      8,
      { status: 503, code: 'SERVICE_UNAVAILABLE' },
    ],
  ])(
    '%s: refused in words, health checks excepted, and taken again once others are gone',
    (_, limits, held, { status, code }) =>
      withServer(limits, async (url) => {
        await hold(held - 1, url);
        expect((await ask(url, '/nothing')).status).toBe(404);
        await hold(1, url);
        const refused = await ask(url, '/nothing');
        expect(refused.status).toBe(status);
        expect(JSON.parse(refused.body)).toMatchObject({
          success: false,
          code,
          error: expect.stringContaining('connections'),
        });
        expect(refused.headers.get('retry-after')).toBe('1');
        expect(refused.headers.get('connection')).toBe('close');
        expect(refused.headers.get('x-request-id')).toMatch(/^req_/);
        for (const path of ['/healthz', '/readyz']) expect((await ask(url, path)).status).toBe(200);
        for (const socket of open.splice(0)) socket.destroy();
        await eventually(async () => expect((await ask(url, '/nothing')).status).toBe(404));
      }),
  );

  it.each([
    ['where they may be a proxy’s', { ...LIMITS, maxConnections: 100, trustProxy: 1 }],
    ['where limits are off', { ...LIMITS, rateLimitPerSecond: 0 }],
  ])('from one address do not matter %s', (_, limits) =>
    withServer(limits, async (url) => {
      await hold(20, url);
      expect((await ask(url, '/nothing')).status).toBe(404);
    }),
  );

  it('cannot be held above the limit: those that send nothing are cut, and beyond a hundred all are', () =>
    withServer({ ...LIMITS, maxConnections: 1 }, async (url) => {
      await hold(1, url);
      const surplus = await Promise.all(Array.from({ length: 120 }, () => openSocket(url)));
      open.push(...surplus);
      expect(await Promise.all(surplus.map(readToEnd))).toEqual(surplus.map(() => ''));
      expect((await ask(url, '/healthz')).status).toBe(200);
    }));
});

describe('slow senders', () => {
  /** Begins with `first` and goes on with `drip` until the other side has had enough. */
  async function slowly(url: string, first: string, drip: string): Promise<string> {
    const socket = await openSocket(url);
    open.push(socket);
    const answer = readToEnd(socket);
    if (first !== '') socket.write(first);
    const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), 100);
    const text = await answer;
    clearInterval(dripping);
    return text;
  }

  it('are cut when their time is up, whatever they are slow with, and answered once', () =>
    withServer(
      {},
      async (url) => {
        // The silent one has no answer to wait for: that its connection ends is all there is to see.
        const [, head, body, refused] = await Promise.all([
          slowly(url, '', ''),
          slowly(url, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n', 'x: y\r\n'),
          slowly(
            url,
            'POST /auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n',
            ' ',
          ),
          slowly(url, 'POST /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 30000\r\n\r\nx', ''),
        ]);
        for (const text of [head, body]) {
          const expected = { status: 408, body: expect.stringContaining('did not arrive in time') };
          expect(parseAnswer(text)).toMatchObject(expected);
        }
        // A refusal that did not wait for the body is not followed by another.
        expect(parseAnswer(refused).status).toBe(404);
        expect(refused.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      },
      { requestTimeoutMs: 1_500 },
    ));

  it('have half a minute, and whoever is done by then is served: a slow phone is not an attack', async () => {
    const { requestTimeout, headersTimeout } = gateway.vintem.app.server;
    for (const limitMs of [requestTimeout, headersTimeout]) expect(limitMs).toBe(29_000);
    const socket = await openSocket(gateway.url);
    open.push(socket);
    const answer = readToEnd(socket);
    for (const letter of 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n') {
      socket.write(letter);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(parseAnswer(await answer).status).toBe(200);
  });
});
