import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WRONG_PER_SECOND } from '../../../src/ground/limits/wrong-senders.ts';
import { textOf } from '../../ground/brazil/readers.ts';
import { eventually, expectError, secretOf } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';
import { sendRaw } from '../../support/processes/raw-http.ts';

/** Who waits, who is turned away and what is shown, at the doors of the interface. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', TRUST_PROXY: '1' });
});
afterAll(() => gateway.close());
afterEach(() => void vi.useRealTimers());

describe('[limits per path] count the route and the id in it', () => {
  it('whatever is written behind or before it', async () => {
    const { id } = (await gateway.post('/webhooks', { url: 'http://127.0.0.1:9/x' })).body;
    const paths = [`${id}`, `0${id}`, `000${id}`, `${id}`, `${id}`].map((text, n) => `/webhooks/${text}/test?x=${n}`);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++)
      for (const path of paths) statuses.push((await gateway.post(path, {})).status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status < 300).length).toBeLessThanOrEqual(10);
  });
});

describe('[inbound] notifications and callbacks whose signature or secret is wrong', () => {
  const wrong = (path: string, address: string, size = 2): Promise<ApiAnswer> =>
    gateway.call('POST', path, {
      rawBody: JSON.stringify({ x: 'a'.repeat(size) }),
      headers: {
        'x-forwarded-for': address,
        'x-acquirer-timestamp': String(Math.floor(Date.now() / 1_000)),
        'x-acquirer-signature': 'ab'.repeat(32),
      },
    });

  it.each([
    ['/acquirer/notifications', 401],
    ['/acquirer/sandbox/notifications/wrong-secret', 404],
  ])('%s: twenty a second of an address, then 429', async (path, status) => {
    // One second, however long the machine needs for it.
    vi.useFakeTimers({ toFake: ['Date'] });
    const statuses: number[] = [];
    for (let n = 0; n < WRONG_PER_SECOND + 3; n++) statuses.push((await wrong(path, '198.51.100.20')).status);
    const elsewhere = (await wrong(path, '198.51.100.21')).status;
    vi.advanceTimersByTime(1_000);
    const later = (await wrong(path, '198.51.100.20')).status;
    vi.useRealTimers();
    expect(statuses).toEqual([...Array(WRONG_PER_SECOND).fill(status), 429, 429, 429]);
    expect([elsewhere, later]).toEqual([status, status]);
  });

  it('right ones have no limit of rate, also beside wrong ones of the same address', async () => {
    const secret = await secretOf(gateway, 'sandbox-acquirer-notifications');
    vi.useFakeTimers({ toFake: ['Date'] });
    const right = (n: number) => {
      const rawBody = JSON.stringify({ reference: `none${n}`, status: 'PAID' });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
      const headers = { 'x-forwarded-for': '198.51.100.30' };
      return gateway.call('POST', '/acquirer/notifications', {
        rawBody,
        headers: { ...headers, 'x-acquirer-timestamp': timestamp, 'x-acquirer-signature': signature },
      });
    };
    for (let n = 0; n < WRONG_PER_SECOND + 1; n++) await wrong('/acquirer/notifications', '198.51.100.30');
    const statuses: number[] = [];
    for (let n = 0; n < WRONG_PER_SECOND + 5; n++) statuses.push((await right(n)).status);
    vi.useRealTimers();
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('above 64 KiB they are not read: 413', async () => {
    for (const path of ['/acquirer/notifications', '/acquirer/sandbox/notifications/wrong-secret'])
      expectError(await wrong(path, '198.51.100.22', 70_000), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('[limits] downloads have a lane of their own', () => {
  /** Asks for a file and does not read it: the answer stays under way. */
  async function openDownload(path: string, token = gateway.token): Promise<IncomingMessage> {
    const request = get(gateway.url + path, { headers: { authorization: `Bearer ${token}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    return response;
  }

  it('one of each caller, and lists go on meanwhile', async () => {
    // So much that the connection fills up, and the rest waits for whoever reads. Nobody else reads it whole.
    const { otherToken: token } = gateway;
    await gateway.database.db.query(
      `INSERT INTO audit_log (merchant_id, action, actor_kind, details, created_at)
       SELECT 2, 'user.logged_in', 'operator', jsonb_build_object('x', repeat('y', 1000)), $1
       FROM generate_series(1, 20000)`,
      [new Date()],
    );
    const file = await openDownload('/audit-log?format=csv', token);
    expect(file.statusCode).toBe(200);
    const second = await gateway.get('/audit-log?format=csv', token);
    expectError(second, { status: 429, code: 'RATE_LIMITED' });
    for (let n = 0; n < 4; n++) expect((await gateway.get('/transactions', token)).status).toBe(200);
    expectError(await gateway.get('/transactions?format=csv', token), { status: 429, code: 'RATE_LIMITED' });
    expect((await gateway.get('/transactions?format=csv')).status).toBe(200);
    file.destroy();
    await eventually(async () => expect((await gateway.get('/transactions?format=csv', token)).status).toBe(200));
  });
});

describe('[sandbox on loopback] DNS rebinding', () => {
  const statusFor = async (path: string, host: string) =>
    sendRaw(gateway.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it('a Host that is neither loopback nor PUBLIC_URL’s is refused, for everything but health', async () => {
    for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', '10.0.0.1', 'a b', '']) {
      // Neither a request to a name of this machine nor a health check makes a name known.
      await statusFor('/openapi.json', 'localhost');
      await statusFor('/readyz', host);
      for (const path of ['/openapi.json', '/dashboard', '/pay/x', '/no-such-route']) {
        const { status, body } = await statusFor(path, host);
        expect({ host, path, status }).toEqual({ host, path, status: status === 400 ? 400 : 403 });
        if (status === 403)
          expect({ host, path, body }).toMatchObject({ body: expect.stringContaining('HOST_NOT_ALLOWED') });
      }
      expect((await statusFor('/openapi.json', 'evil.example')).status).toBe(403);
    }
    for (const path of ['/healthz', '/readyz']) expect((await statusFor(path, 'evil.example')).status).toBe(200);
    for (const host of ['localhost', '127.0.0.1:1', '[::1]:3000', 'app.localhost'])
      expect({ host, status: (await statusFor('/openapi.json', host)).status }).toEqual({ host, status: 200 });
  });

  it('PUBLIC_URL’s name is answered to', async () => {
    const named = await startTestGateway({ PUBLIC_URL: 'https://loja.example' });
    const ask = (host: string) =>
      sendRaw(named.url, `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect((await ask('loja.example')).status).toBe(200);
    expect((await ask('other.example')).status).toBe(403);
    await named.close();
  });
});

describe('[LGPD] the boleto of a customer whose data were removed', () => {
  it('is gone at once, also where it was drawn before, and nobody keeps one', async () => {
    const { transaction } = (await gateway.post('/payments/order', boletoBody())).body;
    const path = new URL(transaction.boleto_url).pathname;
    const before = await fetch(gateway.url + path);
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(await textOf(Buffer.from(await before.arrayBuffer()))).toContain('Maria');
    await gateway.post(`/sandbox/transactions/${transaction.id}/cancel`);
    expect((await fetch(gateway.url + path)).status).toBe(200);
    const { customer } = (await gateway.get(`/transactions/${transaction.id}`)).body;
    const { data } = (await gateway.get(`/customers?document=${customer.document}`)).body;
    expect((await gateway.post(`/customers/${data[0].id}/anonymise`)).status).toBe(200);
    expectError(await gateway.call('GET', path), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
  });
});

describe('[one rule each]', () => {
  it('a page beyond the last is an empty page, also beyond 2^53', async () => {
    for (const path of ['/transactions', '/customers', '/payment-links', '/webhooks', '/refunds', '/divergences'])
      for (const page of ['99999', '9007199254740993', '9'.repeat(30)]) {
        const { status, body } = await gateway.get(`${path}?page=${page}`);
        expect({ path, page, status, data: body.data }).toEqual({ path, page, status: 200, data: [] });
      }
  });

  it('a tab in metadata is kept, as a line break is', async () => {
    const metadata = { nota: 'a\tb\nc' };
    const { transaction } = (await gateway.post('/payments/order', { ...orderBody(), metadata })).body;
    expect((await gateway.get(`/transactions/${transaction.id}`)).body.metadata).toEqual(metadata);
  });
});

describe('[CSV] names of payers', () => {
  it('begin no formula, and dialect=excel-br has semicolons, reais and a byte order mark', async () => {
    const body = orderBody();
    const name = 'Zé;=cmd|calc';
    await gateway.post('/payments/order', { ...body, customer: { ...body.customer, document: '11144477735', name } });
    const read = async (query: string) => {
      const response = await fetch(
        `${gateway.url}/transactions?format=csv&columns=customer_name&columns=amount${query}`,
        {
          headers: { authorization: `Bearer ${gateway.token}` },
        },
      );
      // `text()` would take the mark away.
      return Buffer.from(await response.arrayBuffer()).toString('utf8');
    };
    expect(await read('')).toContain(`"Zé;'=cmd|calc",${body.total}\r\n`);
    const sheet = await read('&dialect=excel-br');
    expect(sheet.startsWith('\uFEFFcustomer_name;amount\r\n')).toBe(true);
    expect(sheet).toContain(`"Zé;'=cmd|calc";${(body.total / 100).toFixed(2).replace('.', ',')}\r\n`);
    const statement = await gateway.get('/companies/1/statement?format=csv&dialect=excel-br');
    expect(statement.body).toContain('id;available_at;posted_at');
    expect((await gateway.get('/audit-log?format=csv&dialect=excel-br')).body).toContain('id;created_at;action');
    expectError(await gateway.get('/transactions?format=csv&dialect=x'), { status: 400, code: 'VALIDATION_ERROR' });
  });
});
