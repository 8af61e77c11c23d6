import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldSessions } from '../../../src/parties/accounts/sessions/forget-old-sessions.ts';
import { MOST_SESSIONS_OF_USER } from '../../../src/parties/accounts/sessions/session.rules.ts';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { callByCookie, cookieOf, DEMO, logInByCookie, OWN } from './browser-calls.ts';

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  cookie = await logInByCookie(gateway);
});
afterAll(() => gateway.close());

const as = (owner: string) => callByCookie(gateway, owner);

type Calls = ReturnType<typeof as>;

/** What shows a secret, so that a screen that was left open shows none. */
const SECRETS: ((call: Calls) => ReturnType<Calls>)[] = [
  async (call) => {
    const { companies } = (await call('GET', '/dashboard/session')).body;
    return call('POST', `/dashboard/api/companies/${companies[0].id}/access-tokens`, {});
  },
  (call) => call('POST', '/dashboard/api/webhooks', { url: 'https://example.com/new' }),
  async (call) => {
    const { data } = (await call('GET', '/dashboard/api/webhooks')).body;
    return call('POST', `/dashboard/api/webhooks/${data[0]?.id ?? 1}/rotate-secret`, {});
  },
];

describe('the session of the dashboard', () => {
  it('opens with e-mail and password, and says who is logged in', async () => {
    const answer = await gateway.call('POST', '/dashboard/session', { body: DEMO, headers: OWN });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { email: DEMO.email },
      merchant: { id: expect.any(Number), name: expect.any(String) },
      companies: expect.arrayContaining([{ id: expect.any(Number), name: 'Loja Demo', status: 'ACTIVE' }]),
      mode: 'sandbox',
      sandbox_clock: true,
      role: 'OWNER',
      can: ['read', 'charge', 'refund', 'payout', 'webhooks', 'manage', 'own'],
      second_factor: false,
      must_set_up_second_factor: false,
    });
    const seconds = (new Date(answer.body.expires_at).getTime() - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(12 * 3_600 - 60);
    expect(seconds).toBeLessThanOrEqual(12 * 3_600);
    expect((await as(cookieOf(answer))('GET', '/dashboard/session')).body.user).toEqual(answer.body.user);
  });

  it('is a cookie that no script reads and no other site sends', async () => {
    const answer = await gateway.call('POST', '/dashboard/session', { body: DEMO, headers: OWN });
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^vintem_session=[\w-]{43}; /);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/dashboard']) expect(set).toContain(part);
    expect(set).not.toContain('Secure');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('stores no cookie, only its hash', async () => {
    const token = cookie.split('=')[1] as string;
    const rows = await gateway.database.db.query('SELECT * FROM dashboard_sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('opens every route of the interface below /dashboard/api', async () => {
    const byCookie = await as(cookie)('GET', '/dashboard/api/transactions?limit=3&status=2');
    const byToken = await gateway.get('/transactions?limit=3&status=2');
    expect(byCookie.status).toBe(200);
    expect(byCookie.body).toEqual(byToken.body);
  });

  it('refuses a wrong password like the login of the interface, and counts it with the same throttle', async () => {
    const wrong = { email: DEMO.email, password: 'not it' };
    const before = await countFailures();
    expectError(await gateway.call('POST', '/dashboard/session', { body: wrong, headers: OWN }), {
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect(await countFailures()).toBe(before + 1);
  });

  it('ends with logging out, at once', async () => {
    const mine = await logInByCookie(gateway);
    const out = await as(mine)('DELETE', '/dashboard/session');
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^vintem_session=; .*Max-Age=0/);
    expectError(await as(mine)('GET', '/dashboard/session'), { status: 401, code: 'UNAUTHORIZED' });
    expectError(await as(mine)('GET', '/dashboard/api/transactions'), { status: 401, code: 'UNAUTHORIZED' });
  });

  it('of nobody is nothing to complain about: a first visit asks, too', async () => {
    const answer = await gateway.call('GET', '/dashboard/session', { headers: OWN });
    expect([answer.status, answer.body]).toEqual([204, '']);
    const asked = await gateway.call('PUT', '/dashboard/session', { body: { password: DEMO.password }, headers: OWN });
    expectError(asked, { status: 401, code: 'UNAUTHORIZED' });
  });

  it.each([
    ['an hour of rest', "last_seen_at = last_seen_at - interval '61 minutes'"],
    ['twelve hours', "expires_at = expires_at - interval '12 hours'"],
    ['another password of the user', 'user_version = user_version - 1'],
  ])('ends after %s', async (_name, change) => {
    const mine = await logInByCookie(gateway);
    const { id } = await newestSession();
    await gateway.database.db.query(`UPDATE dashboard_sessions SET ${change} WHERE id = $1`, [id]);
    expectError(await as(mine)('GET', '/dashboard/api/transactions'), { status: 401, code: 'UNAUTHORIZED' });
  });

  it('is kept alive by use, written at most once a minute', async () => {
    const mine = await logInByCookie(gateway);
    const { id } = await newestSession();
    const seenAt = async () => (await newestSession()).last_seen_at.getTime();
    const first = await seenAt();
    await as(mine)('GET', '/dashboard/api/balance/list');
    expect(await seenAt()).toBe(first);
    await gateway.database.db.query(
      "UPDATE dashboard_sessions SET last_seen_at = last_seen_at - interval '50 minutes' WHERE id = $1",
      [id],
    );
    await as(mine)('GET', '/dashboard/api/transactions');
    expect(await seenAt()).toBeGreaterThanOrEqual(first);
  });

  it('of one user there are only so many: the oldest ends first', async () => {
    const oldest = await logInByCookie(gateway);
    for (let n = 0; n < MOST_SESSIONS_OF_USER; n++) cookie = await logInByCookie(gateway);
    expectError(await as(oldest)('GET', '/dashboard/session'), { status: 401, code: 'UNAUTHORIZED' });
    expect((await as(cookie)('GET', '/dashboard/session')).status).toBe(200);
  });

  it('takes the password once more, and remembers when', async () => {
    const mine = await logInByCookie(gateway);
    const { id } = await newestSession();
    const confirmedAt = async () => {
      const [row] = await gateway.database.db.query<{ at: Date }>(
        'SELECT confirmed_at AS at FROM dashboard_sessions WHERE id = $1',
        [id],
      );
      return row?.at.getTime() ?? 0;
    };
    await gateway.database.db.query(
      "UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '16 minutes' WHERE id = $1",
      [id],
    );
    const before = await confirmedAt();
    for (const show of SECRETS) {
      const asked = await show(as(mine));
      expectError(asked, { status: 403, code: 'PASSWORD_NEEDED' });
    }
    const wrong = await as(mine)('PUT', '/dashboard/session', { password: 'not it' });
    expectError(wrong, { status: 400, code: 'VALIDATION_ERROR', field: 'password' });
    expect(await confirmedAt()).toBe(before);
    expect((await as(mine)('PUT', '/dashboard/session', { password: DEMO.password })).status).toBe(200);
    expect(await confirmedAt()).toBeGreaterThan(before + 15 * 60_000);
    for (const show of SECRETS) expect((await show(as(mine))).status).toBeLessThan(300);
  });

  it('is deleted by the job when it has ended', async () => {
    await logInByCookie(gateway);
    const { id } = await newestSession();
    await gateway.database.db.query(
      "UPDATE dashboard_sessions SET expires_at = expires_at - interval '13 hours' WHERE id = $1",
      [id],
    );
    expect(await forgetOldSessions(gateway.vintem.deps)).toBe(false);
    expect(await gateway.database.db.query('SELECT 1 FROM dashboard_sessions WHERE id = $1', [id])).toEqual([]);
    expect((await as(cookie)('GET', '/dashboard/session')).status).toBe(200);
  });
});

describe('what no page of ours has sent', () => {
  const path = '/dashboard/api/transactions';
  const host = () => new URL(gateway.url).host;

  it.each<[string, () => Record<string, string>, string]>([
    ['no header of ours', () => ({ 'sec-fetch-site': 'same-origin' }), 'GET'],
    ['another site', () => ({ ...OWN, 'sec-fetch-site': 'cross-site' }), 'GET'],
    ['another port of this host', () => ({ ...OWN, 'sec-fetch-site': 'same-site' }), 'GET'],
    ['an address that somebody typed', () => ({ ...OWN, 'sec-fetch-site': 'none' }), 'POST'],
    ['a foreign origin', () => ({ 'x-vintem-dashboard': '1', origin: 'https://evil.example' }), 'POST'],
    [
      'a foreign origin that ends like ours',
      () => ({ 'x-vintem-dashboard': '1', origin: `http://evil.${host()}` }),
      'POST',
    ],
    ['no origin at a write', () => ({ 'x-vintem-dashboard': '1' }), 'POST'],
    ['an opaque origin', () => ({ 'x-vintem-dashboard': '1', origin: 'null' }), 'POST'],
    [
      'a write that pretends to be a download',
      () => ({ 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' }),
      'POST',
    ],
    ['a download from another site', () => ({ 'sec-fetch-site': 'cross-site', accept: 'text/event-stream' }), 'GET'],
  ])('%s is refused', async (_name, headers, method) => {
    const address = method === 'GET' ? path : '/dashboard/api/balance/list';
    const body = method === 'GET' ? undefined : {};
    const answer = await gateway.call(method, address, { body, headers: { cookie, ...headers() } });
    expectError(answer, { status: 403, code: 'FORBIDDEN_ORIGIN' });
  });

  it.each<[string, () => Record<string, string>]>([
    [
      'our own origin, where a browser says nothing else',
      () => ({ 'x-vintem-dashboard': '1', origin: `http://${host()}` }),
    ],
    ['a page of ours', () => OWN],
  ])('%s is let in', async (_name, headers) => {
    const answer = await gateway.call('PUT', '/dashboard/api/users/me/views/transactions/x', {
      body: { query: '' },
      headers: { cookie, ...headers() },
    });
    expect(answer.status).toBe(200);
  });

  it('a download needs no header of ours', async () => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await gateway.call('GET', `${path}?format=csv`, { headers })).status).toBe(200);
  });

  it('a login is refused in the same way: nobody is logged in by another site', async () => {
    const answer = await gateway.call('POST', '/dashboard/session', {
      body: DEMO,
      headers: { ...OWN, 'sec-fetch-site': 'cross-site' },
    });
    expectError(answer, { status: 403, code: 'FORBIDDEN_ORIGIN' });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('a form cannot post here', async () => {
    const answer = await gateway.call('POST', '/dashboard/api/balance/list', {
      rawBody: 'a=b',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    });
    expectError(answer, { status: 403, code: 'FORBIDDEN_ORIGIN' });
  });

  it('a cookie means nothing at the bare interface', async () => {
    const answer = await gateway.call('GET', '/transactions', { headers: { ...OWN, cookie } });
    expectError(answer, { status: 401, code: 'UNAUTHORIZED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a token means nothing at the door of the dashboard', async () => {
    expectError(await gateway.call('GET', path, { token: gateway.token, headers: OWN }), {
      status: 401,
      code: 'UNAUTHORIZED',
    });
  });

  it.each([
    ['POST', '/dashboard/api/auth'],
    ['GET', '/dashboard/api/healthz'],
    ['GET', '/dashboard/api/openapi.json'],
    ['GET', '/dashboard/api/dashboard/session'],
    ['GET', '/dashboard/api/%64ashboard/session'],
    ['GET', '/dashboard/api/dashboard/api/transactions'],
    ['GET', '/dashboard/api/pay/nobody'],
    ['GET', '/dashboard/api/nothing'],
    ['GET', '/dashboard/api/'],
    ['GET', '/dashboard/api'],
  ])('%s %s is not behind the door', async (method, address) => {
    const answer = await as(cookie)(method, address, method === 'POST' ? DEMO : undefined);
    expect(answer.status).toBe(404);
  });

  it('a merchant behind the door sees what is theirs and nothing else', async () => {
    const other = await logInByCookie(gateway, { email: 'parceiro@vintem.dev', password: 'vintem-demo' });
    const mine = (await as(cookie)('GET', '/dashboard/session')).body;
    const theirs = (await as(other)('GET', '/dashboard/session')).body;
    expect(theirs.merchant.id).not.toBe(mine.merchant.id);
    expectError(await as(other)('GET', `/dashboard/api/companies/${mine.companies[0].id}/statement`), {
      status: 404,
      code: 'COMPANY_NOT_FOUND',
    });
  });
});

describe('the shell', () => {
  it.each(['/dashboard', '/dashboard/login', '/dashboard/transactions/5?status=2'])('stands at %s', async (address) => {
    const response = await fetch(gateway.url + address);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] as string;
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain('__CSP_NONCE__');
    const again = await fetch(gateway.url + address);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
  });

  it.each([
    ['', '', 'lang="pt-BR"'],
    ['?lang=en', '', 'lang="en"'],
    ['', 'vintem_lang=en', 'lang="en"'],
    ['?lang=pt-BR', 'vintem_lang=en', 'lang="pt-BR"'],
    ['?lang=%22%3E%3Cscript%3E', '', 'lang="pt-BR"'],
    ['', 'vintem_theme=dark', 'data-mantine-color-scheme="dark"'],
  ])('says language and colours before any script runs (%s %s)', async (query, cookies, expected) => {
    const html = await (await fetch(`${gateway.url}/dashboard${query}`, { headers: { cookie: cookies } })).text();
    const [root] = /<html [^>]*>/.exec(html) ?? [];
    expect(root).toContain(expected);
    expect(root).not.toContain('script');
  });

  it('serves its files for good, compressed, and knows no others', async () => {
    const html = await (await fetch(`${gateway.url}/dashboard`)).text();
    const file = /\/dashboard\/assets\/[\w.-]+\.js/.exec(html)?.[0] as string;
    const found = await fetch(gateway.url + file, { headers: { 'accept-encoding': 'br' } });
    expect(found.status).toBe(200);
    expect(found.headers.get('cache-control')).toContain('immutable');
    expect(found.headers.get('content-encoding')).toBe('br');
    for (const unknown of ['/dashboard/assets/nothing.js', '/dashboard/assets/..%2fmanifest.json'])
      expect((await fetch(gateway.url + unknown)).status).toBe(404);
  });
});

async function newestSession(): Promise<{ id: number; last_seen_at: Date }> {
  const [row] = await gateway.database.db.query<{ id: number; last_seen_at: Date }>(
    'SELECT id, last_seen_at FROM dashboard_sessions ORDER BY id DESC LIMIT 1',
  );
  return row as { id: number; last_seen_at: Date };
}

async function countFailures(): Promise<number> {
  const [row] = await gateway.database.db.query<{ count: number }>('SELECT count(*) AS count FROM login_failures');
  return Number(row?.count);
}
