import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';
import { sendRaw } from '../../support/processes/raw-http.ts';

/** The decisions about a request before any route sees it. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '1', RATE_LIMIT_PER_SECOND: '1000' });
});
afterAll(() => gateway.close());

const OWN_ID = /^req_[0-9a-f]{24}$/;
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
const CLOSE = 'connection: close\r\n';

describe('[running: x-request-id] every answer carries one', () => {
  const call = (method: string, path: string, headers: Record<string, string> = {}, rawBody?: string) =>
    gateway.call(method, path, { token: gateway.token, headers, ...(rawBody === undefined ? {} : { rawBody }) });
  const answers: [
    string,
    number,
    (headers: Record<string, string>) => Promise<{ status: number; headers: Headers }>,
  ][] = [
    ['a good answer', 200, (headers) => call('GET', '/auth', headers)],
    ['a health check', 200, (headers) => call('GET', '/healthz', headers)],
    ['no route', 404, (headers) => call('GET', '/nothing', headers)],
    ['no login', 401, (headers) => gateway.call('GET', '/auth', { headers })],
    ['a wrong body', 400, (headers) => call('POST', '/payments/order', headers, '{')],
    [
      'a wrong type',
      415,
      (headers) => call('POST', '/payments/order', { ...headers, 'content-type': 'text/plain' }, '{}'),
    ],
    ['too large a body', 413, (headers) => call('POST', '/payments/order', headers, ' '.repeat(1 << 20))],
    ['an unreadable address', 400, (headers) => call('GET', '/transactions/%zz', headers)],
  ];
  it.each(answers)('%s, %i: the caller’s own, or one of ours', async (_, status, send) => {
    const theirs = await send({ 'x-request-id': 'order-4711.retry:2' });
    expect(theirs.status).toBe(status);
    expect(idOf(theirs)).toBe('order-4711.retry:2');
    const ours = await send({});
    expect(ours.status).toBe(status);
    expect(idOf(ours)).toMatch(OWN_ID);
    expect(idOf(await send({}))).not.toBe(idOf(ours));
  });

  it.each(['', ' ', 'a b', 'a"b', '<script>', 'ação', 'x'.repeat(129), '{"a":1}', 'a,b'])(
    'an id unfit for a log is replaced: %j',
    async (id) => {
      const answer = await sendRaw(
        gateway.url,
        `GET /healthz HTTP/1.1\r\nhost: x\r\n${CLOSE}x-request-id: ${id}\r\n\r\n`,
      );
      expect(answer.status).toBe(200);
      expect(idOf(answer)).toMatch(OWN_ID);
    },
  );

  it('one sent twice is replaced', async () => {
    const answer = await sendRaw(
      gateway.url,
      `GET /healthz HTTP/1.1\r\nhost: x\r\n${CLOSE}x-request-id: a\r\nx-request-id: b\r\n\r\n`,
    );
    expect(idOf(answer)).toMatch(OWN_ID);
  });

  it.each([
    ['no HTTP at all', 400, 'hello\r\n\r\n'],
    ['a head without end', 431, `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a bad length', 400, 'POST /auth HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n'],
    ['no Host', 400, `GET /healthz HTTP/1.1\r\n${CLOSE}\r\n`],
    ['Host twice', 400, `GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n${CLOSE}\r\n`],
    ['an expectation nobody knows', 200, `GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n${CLOSE}\r\n`],
  ])('%s, %i', async (_, status, bytes) => {
    const answer = await sendRaw(gateway.url, bytes);
    expect(answer.status).toBe(status);
    expect(idOf(answer)).toMatch(OWN_ID);
    if (status !== 200)
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, statusCode: status, code: 'VALIDATION_ERROR' });
  });
});

describe('[surface: Host]', () => {
  it('sent twice is refused, also when both say the same', async () => {
    const answer = await sendRaw(gateway.url, `GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error).toContain('Host');
  });

  it('is not needed by HTTP/1.0', async () => {
    expect((await sendRaw(gateway.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

describe('[availability: bodies] what nobody needs is not read', () => {
  it.each([
    ['broken JSON', '{', 'application/json'],
    ['another type', 'x', 'text/plain'],
    ['too much', ' '.repeat(300_000), 'application/json'],
  ])('by an unknown route: %s', async (_, rawBody, type) => {
    const answer = await gateway.call('POST', '/nothing', { rawBody, headers: { 'content-type': type } });
    expectError(answer, { status: 404, code: 'ROUTE_NOT_FOUND' });
  });

  it('by a login: 4 KiB are enough', async () => {
    const login = (password: string) => gateway.call('POST', '/auth', { body: { email: 'demo@vintem.dev', password } });
    const answer = await login('x'.repeat(4_096));
    expectError(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(answer.body.error).toContain('4 KiB');
    expectError(await login('x'.repeat(1_000)), { status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it.each([
    [
      'a key of 150,000 characters over 14,000 children',
      `{"${'k'.repeat(150_000)}":[${Array(14_000).fill('""').join()}]}`,
    ],
    ['60,000 values', `[${Array(60_000).fill('0').join()}]`],
  ])('an order with %s is refused', async (_, rawBody) => {
    const answer = await gateway.call('POST', '/payments/order', { token: gateway.token, rawBody });
    expectError(answer, { status: 400, code: 'VALIDATION_ERROR', field: 'body' });
    expect(answer.body.error.length).toBeLessThan(300);
  });
});

describe('[availability: rates] are limited before any work', () => {
  const RATE = 20;
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: String(RATE), TRUST_PROXY: '1' }, gateway.database);
  });
  afterAll(() => limited.close());
  // The second in which limits count does not end.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const flood = (send: (n: number) => Promise<{ status: number; headers: Headers; body: unknown }>) =>
    Promise.all(Array.from({ length: 4 * RATE }, (_, n) => send(n)));
  const from = (address: string, id = 'a') => ({ 'x-forwarded-for': address, 'x-request-id': id });

  it.each([
    ['a login whose body is broken', 'POST', '/auth', 400, '192.0.2.1'],
    ['an unknown route', 'POST', '/nothing', 404, '192.0.2.2'],
  ])('%s', async (_, method, path, otherwise, address) => {
    const answers = await flood(() => limited.call(method, path, { rawBody: '{', headers: from(address) }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBe(RATE);
    for (const answer of answers) {
      expect([429, otherwise]).toContain(answer.status);
      expect(idOf(answer)).toBe('a');
    }
    for (const answer of refused) expectError(answer, { status: 429, code: 'RATE_LIMITED' });
    // Only that address.
    expect((await limited.call(method, path, { rawBody: '{', headers: from('192.0.2.77') })).status).toBe(otherwise);
  });

  it('of requests without a valid token', async () => {
    const send = () => limited.call('GET', '/transactions', { token: 'a.b.c', headers: from('192.0.2.50') });
    for (let n = 0; n < RATE; n++) expect((await send()).status).toBe(401);
    expectError(await send(), { status: 429, code: 'RATE_LIMITED' });
    expect((await limited.call('GET', '/transactions', { token: 'a.b.c', headers: from('192.0.2.51') })).status).toBe(
      401,
    );
  });

  it('of a merchant, before its body is read', async () => {
    const answers = await flood(() => limited.call('POST', '/payments/order', { token: limited.token, rawBody: '{' }));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(
      (await limited.post('/payments/order', orderBody({ access_token: 'est_demo_parceiro' }), limited.otherToken))
        .status,
    ).toBe(200);
  });

  it.each(['/healthz', '/readyz'])('never of %s', async (path) => {
    const answers = await flood(() => limited.call('GET', path, { headers: from('192.0.2.9') }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('by the network an IPv6 address is in', async () => {
    const neighbours = await flood((n) =>
      limited.call('GET', '/nothing', { headers: from(`2001:db8:1:2::${n.toString(16)}`) }),
    );
    expect(neighbours.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const strangers = await flood((n) =>
      limited.call('GET', '/nothing', { headers: from(`2001:db8:2:${n.toString(16)}::1`) }),
    );
    expect(strangers.map(({ status }) => status)).toEqual(strangers.map(() => 404));
  });
});

describe('[availability: weight] of the bodies of a merchant is limited', () => {
  let weighing: TestGateway;
  beforeAll(async () => {
    weighing = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000' }, gateway.database);
  });
  afterAll(() => weighing.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('to 8 MiB a second, before they are read; other merchants and small bodies of another second pass', async () => {
    const rawBody = `["${'x'.repeat(250 * 1024)}"]`;
    const send = () => weighing.call('POST', '/payments/order', { token: weighing.token, rawBody });
    const answers = await Promise.all(Array.from({ length: 40 }, send));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(32);
    for (const answer of answers.filter(({ status }) => status !== 400))
      expectError(answer, { status: 429, code: 'RATE_LIMITED' });
    const others = orderBody({ access_token: 'est_demo_parceiro' });
    expect((await weighing.post('/payments/order', others, weighing.otherToken)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await weighing.post('/payments/order', orderBody())).status).toBe(200);
  });
});

describe('[running: TRUST_PROXY] the address a proxy tells', () => {
  // The minute in which failed logins count does not end.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const logIn = (address: string) =>
    gateway.call('POST', '/auth', {
      body: { email: 'demo@vintem.dev', password: 'wrong' },
      headers: { 'x-forwarded-for': address },
    });

  it('may be anything: no header gives a 500', async () => {
    for (const address of [
      randomBytes(6_000).toString('hex'),
      `${'1.2.3.4, '.repeat(1_300)}::1`,
      ',,,',
      'unknown',
      '1.2.3.4:5',
      '\u00e9',
    ]) {
      expectError(await logIn(address), { status: 401, code: 'INVALID_CREDENTIALS' });
    }
  });

  it('is the one the last proxy wrote: what the caller wrote before it does not count', async () => {
    for (let n = 0; n < 10; n++) expect((await logIn(`203.0.113.${n}, 198.51.100.200`)).status).toBe(401);
    expectError(await logIn('203.0.113.99, 198.51.100.200'), { status: 429, code: 'RATE_LIMITED' });
    expect((await logIn('203.0.113.99')).status).toBe(401);
  });

  it('counts a whole IPv6 /64 as one', async () => {
    for (let n = 0; n < 10; n++) expect((await logIn(`2001:db8:f:1::${n + 1}`)).status).toBe(401);
    expectError(await logIn('2001:db8:f:1:ffff::1'), { status: 429, code: 'RATE_LIMITED' });
    expect((await logIn('2001:db8:f:2::1')).status).toBe(401);
  });
});
