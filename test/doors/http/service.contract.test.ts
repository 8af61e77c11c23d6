import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { createAcquirers } from '../../../src/rails/acquirers/registry.ts';
import { withSandbox } from '../../support/banks/acquirers.ts';
import { expectError, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_URL: 'https://pay.example.com/' });
});
afterAll(() => gateway.close());

interface State {
  /** What the acquirer's ping answers. */
  ping?: () => Promise<boolean>;
  /** Instead of the sandbox: none, and names of which none can be opened. */
  unusable?: readonly string[];
  migrated?: () => Promise<boolean>;
  isStopping?: boolean;
}

/** A second server over the same parts, in a state that the test chooses. */
async function withServer(state: State, use: (app: FastifyInstance) => Promise<void>): Promise<void> {
  const { ping, unusable, migrated, isStopping } = {
    ping: async () => true,
    unusable: null,
    migrated: async () => true,
    isStopping: false,
    ...state,
  };
  const { deps } = gateway.vintem;
  const empty = createAcquirers([], deps.clock.realNow, null);
  empty.configure([], unusable ?? []);
  const app = await buildServer(unusable ? { ...deps, acquirers: empty } : withSandbox(deps, { ping }), {
    tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
    sandbox: null,
    isMigrated: migrated,
    isStopping: () => isStopping,
  });
  try {
    await use(app);
  } finally {
    await app.close();
  }
}

describe('[running: health] without a JWT', () => {
  it('GET /healthz answers for the process', async () => {
    expect(await gateway.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('GET /healthz is answered before the framework, and as the framework does', async () => {
    const { status, headers, body } = await gateway.call('GET', '/healthz');
    // With a query string it is no plain health check.
    const ofFramework = await gateway.call('GET', '/healthz?');
    const changing = ['date', 'x-request-id'];
    const fixed = (all: Headers) => Object.fromEntries([...all].filter(([name]) => !changing.includes(name)));
    expect({ status, body }).toEqual({ status: ofFramework.status, body: ofFramework.body });
    expect(fixed(headers)).toEqual(fixed(ofFramework.headers));
    expect(fixed(headers)).toMatchObject({
      'content-security-policy': expect.any(String),
      'cache-control': 'no-store',
    });
  });

  it('GET /readyz answers for database, migrations, acquirer and clock', async () => {
    const answer = await gateway.call('GET', '/readyz');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(Object.keys(answer.body.checks).sort()).toEqual(['acquirer', 'clock', 'database', 'migrations']);
  });

  it.each<[string, State, string]>([
    ['says no', { ping: async () => false }, 'down'],
    ['says nothing', { ping: () => new Promise(() => {}) }, 'down'],
    ['cannot be opened', { unusable: ['banco'] }, 'down'],
    ['does not exist', { unusable: [] }, 'none'],
  ])('GET /readyz tells that the acquirer %s, which does not decide', async (_, state, acquirer) => {
    await withServer(state, async (app) => {
      const answer = await app.inject({ method: 'GET', url: '/readyz' });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        status: 'ready',
        checks: { database: 'up', migrations: 'current', acquirer },
      });
    });
  });

  it('GET /readyz looks once for all who ask at the same time', async () => {
    let looks = 0;
    const migrated = async () => {
      looks += 1;
      return true;
    };
    await withServer({ migrated }, async (app) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => app.inject({ method: 'GET', url: '/readyz' })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
      expect(looks).toBeLessThan(10);
      const before = looks;
      await app.inject({ method: 'GET', url: '/readyz' });
      expect(looks).toBe(before + 1);
    });
  });

  it.each([
    [
      'migrations are behind',
      { migrated: async () => false },
      { status: 'not ready', checks: { database: 'up', migrations: 'behind' } },
    ],
    [
      'the database is away',
      { migrated: () => Promise.reject(new Error('away')) },
      { status: 'not ready', checks: { database: 'down' } },
    ],
    [
      'the process is about to stop',
      { isStopping: true },
      { status: 'stopping', checks: { database: 'up', acquirer: 'up' } },
    ],
  ])('GET /readyz says 503 when %s, while GET /healthz stays 200', async (_, broken, expected) => {
    await withServer(broken, async (app) => {
      const answer = await app.inject({ method: 'GET', url: '/readyz' });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject(expected);
      expect((await app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    });
  });
});

describe('[surface: versioning] GET /openapi.json', () => {
  it('carries a semantic version and every route of the interface that is served, without a JWT', async () => {
    const { status, body } = await gateway.call('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    expect(body.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(body.servers).toMatchObject([{ url: '/' }]);
    const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const route of [
      'POST /auth',
      'GET /auth',
      'POST /payments/order',
      'GET /transactions/{id}',
      'GET /transactions',
      'GET /customers',
      'POST /acquirer/notifications',
      'POST /sandbox/transactions/{id}/pay',
      'POST /sandbox/clock',
    ]) {
      expect(routes).toContain(route);
    }
  });

  it('is shown at /docs, which answers itself, without a login, and runs nothing that is not ours', async () => {
    const { status, headers, body } = await gateway.call('GET', '/docs', { redirect: 'manual' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>Referência da API · Vintém</title>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|nonce|http/);
    const files = [...(body as string).matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, file]) => file as string);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const asset = await gateway.call('GET', file);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toContain('immutable');
    }
    expect((await gateway.call('GET', '/docs/assets/nothing.js')).status).toBe(404);
  });

  it('is written once', async () => {
    await withServer({}, async (app) => {
      const write = app.swagger;
      let written = 0;
      app.swagger = (() => {
        written += 1;
        return write();
      }) as typeof write;
      const first = await app.inject({ method: 'GET', url: '/openapi.json' });
      const second = await app.inject({ method: 'GET', url: '/openapi.json' });
      expect(second.body).toBe(first.body);
      expect(second.headers['content-type']).toMatch(/^application\/json/);
      expect(written).toBe(1);
    });
  });

  it('names as required what the interface requires of an order', async () => {
    const { paths } = (await gateway.call('GET', '/openapi.json')).body;
    const { schema } = paths['/payments/order'].post.requestBody.content['application/json'];
    expect(schema.required.toSorted()).toEqual([
      'access_token',
      'customer',
      'items',
      'payment',
      'shipping',
      'subtotal',
      'total',
    ]);
    expect(schema.properties.customer.required.toSorted()).toEqual(['document', 'email', 'name', 'phone']);
    expect(schema.properties.payment.required.toSorted()).toEqual(['installments', 'type']);
  });
});

describe('[running: PUBLIC_URL]', () => {
  it('is where links point to', async () => {
    const { transaction } = (await gateway.post('/payments/order', orderBody())).body;
    expect(transaction.pix_qr_code_url).toMatch(/^https:\/\/pay\.example\.com\/[^/]/);
  });
});

describe('[errors: ROUTE_NOT_FOUND]', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/payments/order'],
    ['POST', '/transactions'],
    ['DELETE', '/customers'],
    ['GET', '/v2/transactions'],
    ['GET', '/metrics'],
    ['GET', '/.env'],
  ])('%s %s', async (method, path) => {
    expectError(await gateway.call(method, path, { token: gateway.token }), { status: 404, code: 'ROUTE_NOT_FOUND' });
  });
});

describe('[authentication: rate limits] per merchant', () => {
  it('answers 429 with Retry-After above the limit, to that merchant only, and goes on afterwards', async () => {
    const limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '20' }, gateway.database);
    // The second in which limits count ends when the test says so.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const flood = await Promise.all(Array.from({ length: 60 }, () => limited.get('/auth')));
      const refused = flood.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      expect(flood.length - refused.length).toBeGreaterThanOrEqual(20);
      for (const answer of refused) {
        expectError(answer, { status: 429, code: 'RATE_LIMITED' });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await limited.get('/auth', limited.otherToken)).status).toBe(200);
      vi.setSystemTime(Date.now() + 1_100);
      expect((await limited.get('/auth')).status).toBe(200);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });
});
