import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_STALE_MS } from '../../../src/ground/db/recent.ts';
import { expectError, invalid, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const LOGIN = { email: 'demo@vintem.dev', password: 'vintem-demo' };

let gateway: TestGateway;
/** Another process on the same database. */
let second: TestGateway;
let secret: string;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '1', RATE_LIMIT_PER_SECOND: '1000' });
  second = await startTestGateway(
    { TRUST_PROXY: '1', RATE_LIMIT_PER_SECOND: '1000', JWT_LIFETIME_SECONDS: '120' },
    gateway.database,
  );
  secret = await secretOf(gateway, 'jwt');
});
afterAll(async () => {
  await second.close();
  await gateway.close();
});
// The minute in which failures count, and the seconds for which a login is believed, pass when a test lets them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const letPass = (ms: number) => void vi.setSystemTime(Date.now() + ms);

const logIn = (body: object, address = '198.51.100.1', at = gateway) =>
  at.call('POST', '/auth', { body, headers: { 'x-forwarded-for': address } });

/** A user of the demo merchant with the demo password. */
async function addUser(email: string): Promise<number> {
  const [row] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO users (merchant_id, name, email, password_hash, created_at)
     SELECT merchant_id, 'Pessoa', $2, password_hash, created_at FROM users WHERE email = $1 RETURNING id`,
    [LOGIN.email, email],
  );
  return (row as { id: number }).id;
}

const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };

describe('logging in', () => {
  it('answers with token and user, and says how long the token lives', async () => {
    const answer = await logIn(LOGIN);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      response: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        user: { id: expect.any(Number), name: expect.any(String), email: LOGIN.email },
        expires_in: 3600,
      },
    });
    expect((await gateway.get('/auth', answer.body.response.token)).status).toBe(200);
  });

  it('tells the configured lifetime, and the token itself carries it', async () => {
    const { token, expires_in } = (await logIn(LOGIN, '198.51.100.1', second)).body.response;
    expect(expires_in).toBe(120);
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(exp - iat).toBe(120);
    // Processes on one database share the secret.
    expect((await gateway.get('/auth', token)).status).toBe(200);
  });

  it('takes the e-mail however it is typed', async () => {
    expect((await logIn({ ...LOGIN, email: ' Demo@Vintem.DEV ' })).status).toBe(200);
  });

  it.each([
    ['an unknown e-mail', { ...LOGIN, email: 'nobody@vintem.dev' }],
    ['a wrong password', { ...LOGIN, password: 'vintem-dem0' }],
    ['a password in another case', { ...LOGIN, password: 'VINTEM-DEMO' }],
    ['a password with a space', { ...LOGIN, password: 'vintem-demo ' }],
    ['an SQL fragment', { email: "' OR 1=1 --", password: "' OR 1=1 --" }],
  ])('refuses %s with one and the same body', async (_, body) => {
    const refused = await logIn(body, '198.51.100.2');
    expectError(refused, { status: 401, code: 'INVALID_CREDENTIALS' });
    expect(refused.body).toEqual((await logIn({ email: 'x@vintem.dev', password: 'x' }, '198.51.100.3')).body);
  });

  it('refuses a deactivated user like an unknown one', async () => {
    const id = await addUser('saiu@vintem.dev');
    await gateway.database.db.query("UPDATE users SET status = 'INACTIVE' WHERE id = $1", [id]);
    expectError(await logIn({ ...LOGIN, email: 'saiu@vintem.dev' }, '198.51.100.4'), {
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
  });

  it.each(['email', 'password'] as const)('names a %s that is missing, null or no text', async (field) => {
    for (const value of [undefined, null, '', 5, true, [], {}, 'a\0b', '\ud800']) {
      expectError(await logIn({ ...LOGIN, [field]: value }), invalid(field));
    }
  });

  it('refuses a body that is no object', async () => {
    for (const rawBody of ['', '[]', '"x"', 'null', '{']) {
      expectError(await gateway.call('POST', '/auth', { rawBody }), { status: 400, code: 'VALIDATION_ERROR' });
    }
  });
});

describe('who is logged in', () => {
  it('answers with the user and the companies of the merchant, and no one else’s', async () => {
    const answer = await gateway.get('/auth');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      response: {
        user: { id: expect.any(Number), name: expect.any(String), email: LOGIN.email },
        companies: [
          { id: expect.any(Number), name: 'Loja Demo', status: 'ACTIVE' },
          { id: expect.any(Number), name: 'Marketplace Demo', status: 'ACTIVE' },
        ],
      },
    });
    const other = await gateway.get('/auth', gateway.otherToken);
    expect(other.body.response.companies.map(({ name }: { name: string }) => name)).toEqual(['Parceiro Demo']);
  });
});

describe('the Bearer token', () => {
  /** The claims of a token, signed again with the changes that a test wants. */
  async function forge(changes: Record<string, unknown>, key = secret, alg = 'HS256'): Promise<string> {
    const claims = JSON.parse(Buffer.from((gateway.token.split('.') as [string, string])[1], 'base64url').toString());
    return new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg, typ: 'JWT' })
      .sign(new TextEncoder().encode(key));
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const partsOf = (token: string) => token.split('.') as [string, string, string];
  const flip = (text: string) => {
    const middle = Math.floor(text.length / 2);
    return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1);
  };

  it('is made well by the forger, so that each forgery below fails for its own reason', async () => {
    expect((await gateway.get('/auth', await forge({}))).status).toBe(200);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const forgeries: [string, () => string | Promise<string>][] = [
    ['alg none, no signature', () => `${encode({ alg: 'none', typ: 'JWT' })}.${partsOf(gateway.token)[1]}.`],
    [
      'alg none, old signature',
      () => `${encode({ alg: 'none', typ: 'JWT' })}.${partsOf(gateway.token).slice(1).join('.')}`,
    ],
    ['alg HS512', () => forge({}, secret, 'HS512')],
    ['another secret', () => forge({}, 'x'.repeat(43))],
    ['an empty-looking secret', () => forge({}, ' '.repeat(32))],
    ['another audience', () => forge({ aud: 'vintem-dashboard' })],
    ['no audience', () => forge({ aud: undefined })],
    ['another issuer', () => forge({ iss: 'someone' })],
    ['expired', () => forge({ iat: seconds() - 3700, exp: seconds() - 100 })],
    ['without an expiry', () => forge({ exp: undefined })],
    ['not valid yet', () => forge({ nbf: seconds() + 3600 })],
    ['of a user that does not exist', () => forge({ sub: '999999999' })],
    ['of no user', () => forge({ sub: undefined })],
    ['of a user that is no number', () => forge({ sub: '1 OR 1=1' })],
    ['of another user version', () => forge({ ver: 0 })],
    ['of a user version beyond its column', () => forge({ ver: 2 ** 31 })],
    ['of a user version of twenty digits', () => forge({ ver: 1e20 })],
    ['of no user version', () => forge({ ver: undefined })],
    [
      'a bit flipped in the header',
      () =>
        partsOf(gateway.token)
          .with(0, flip(partsOf(gateway.token)[0]))
          .join('.'),
    ],
    [
      'a bit flipped in the claims',
      () =>
        partsOf(gateway.token)
          .with(1, flip(partsOf(gateway.token)[1]))
          .join('.'),
    ],
    [
      'a bit flipped in the signature',
      () =>
        partsOf(gateway.token)
          .with(2, flip(partsOf(gateway.token)[2]))
          .join('.'),
    ],
    ['cut short', () => gateway.token.slice(0, -10)],
  ];
  it.each(forgeries)('is refused when forged: %s', async (_, make) => {
    const answer = await gateway.get('/auth', await make());
    expectError(answer, UNAUTHORIZED);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it.each([
    ['missing', () => ({})],
    ['empty', () => ({ authorization: '' })],
    ['a scheme without a token', () => ({ authorization: 'Bearer' })],
    ['a token without a scheme', () => ({ authorization: gateway.token })],
    [
      'another scheme',
      () => ({ authorization: `Basic ${Buffer.from('demo@vintem.dev:vintem-demo').toString('base64')}` }),
    ],
    ['another scheme with the token', () => ({ authorization: `Token ${gateway.token}` })],
    ['no JWT', () => ({ authorization: 'Bearer x.y.z' })],
    ['the establishment token', () => ({ authorization: 'Bearer est_demo_loja' })],
    ['followed by more', () => ({ authorization: `Bearer ${gateway.token} more` })],
    ['in a cookie', () => ({ cookie: `token=${gateway.token}` })],
  ] as [string, () => Record<string, string>][])('is refused when malformed: %s', async (_, headers) => {
    const answer = await gateway.call('GET', '/auth', { headers: headers() });
    expectError(answer, UNAUTHORIZED);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('takes the scheme in any case', async () => {
    expect((await gateway.call('GET', '/auth', { headers: { authorization: `bearer ${gateway.token}` } })).status).toBe(
      200,
    );
  });

  it('is needed on every route that is not meant for payers, the acquirer or the prober', async () => {
    const { paths } = (await gateway.call('GET', '/openapi.json')).body as {
      paths: Record<string, Record<string, { security?: unknown[] }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({ method, path, isPublic: security?.length === 0 })),
    );
    const open = operations.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`);
    expect(open).toContain('post /auth');
    for (const name of [
      'get /auth',
      'post /payments/order',
      'get /transactions',
      'get /transactions/{id}',
      'get /customers',
    ]) {
      expect(open).not.toContain(name);
      expect(operations.map(({ method, path }) => `${method} ${path}`)).toContain(name);
    }
    const expired = await forge({ exp: seconds() - 1 });
    let refusals = 0;
    for (const { method, path } of operations.filter(({ isPublic }) => !isPublic)) {
      for (const token of [undefined, 'x.y.z', expired]) {
        // Before its caller is known, nothing of a request is looked at: neither a wrong id nor a broken body.
        const rawBody = method === 'get' || method === 'delete' ? {} : { rawBody: '{' };
        const answer = await gateway.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'), {
          token,
          // Of one address, so many refusals would be answered late.
          headers: { 'x-forwarded-for': `198.18.0.${refusals++ % 256}` },
          ...rawBody,
        });
        expectError(answer, UNAUTHORIZED);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    }
  });

  it.each([
    ['the user is deactivated', "UPDATE users SET status = 'INACTIVE' WHERE id = $1"],
    ['the password changes', 'UPDATE users SET version = version + 1 WHERE id = $1'],
    ['the user is deleted', 'DELETE FROM users WHERE id = $1'],
  ])('ends in every process once %s', async (change, sql) => {
    const email = `${change.replaceAll(' ', '-')}@vintem.dev`;
    const id = await addUser(email);
    const { token } = (await logIn({ ...LOGIN, email })).body.response;
    for (const process of [gateway, second]) expect((await process.get('/auth', token)).status).toBe(200);
    await gateway.database.db.query(sql, [id]);
    letPass(MAX_STALE_MS);
    for (const process of [gateway, second]) expectError(await process.get('/auth', token), UNAUTHORIZED);
  });

  it('ends in every process once the merchant is deactivated', async () => {
    const { token } = (await logIn({ ...LOGIN, email: 'parceiro@vintem.dev' })).body.response;
    await gateway.database.db.query("UPDATE merchants SET status = 'INACTIVE' WHERE name = 'Parceiro'");
    letPass(MAX_STALE_MS);
    for (const process of [gateway, second]) expectError(await process.get('/auth', token), UNAUTHORIZED);
    await gateway.database.db.query("UPDATE merchants SET status = 'ACTIVE' WHERE name = 'Parceiro'");
  });
});

describe('[authentication: login throttle] only failures count, per account and address', () => {
  const THROTTLED = { status: 429, code: 'RATE_LIMITED' };
  const WRONG = { status: 401, code: 'INVALID_CREDENTIALS' };

  async function fail(times: number, email: string, address: string): Promise<void> {
    for (let attempt = 0; attempt < times; attempt++) {
      // The failures of all processes are counted together.
      const process = attempt % 2 === 0 ? gateway : second;
      expectError(await logIn({ email, password: 'wrong' }, address, process), WRONG);
    }
  }

  it('slows the eleventh attempt down in every process, right password or not, and says when to come back', async () => {
    const address = '203.0.113.1';
    await fail(10, LOGIN.email, address);
    for (const process of [gateway, second]) {
      for (const password of ['wrong', LOGIN.password]) {
        const answer = await logIn({ ...LOGIN, password }, address, process);
        expectError(answer, THROTTLED);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    }
    // The owner gets in from anywhere else, and other accounts from here.
    expect((await logIn(LOGIN, '203.0.113.2')).status).toBe(200);
    expect((await logIn({ ...LOGIN, email: 'parceiro@vintem.dev' }, address)).status).toBe(200);
    // Another spelling of the e-mail does not help.
    expectError(await logIn({ ...LOGIN, email: ' DEMO@vintem.dev' }, address), THROTTLED);
    letPass(59_000);
    expectError(await logIn(LOGIN, address), THROTTLED);
    // A minute later it is forgotten; who was refused is refused for a second without asking the database.
    letPass(2_000);
    expect((await logIn(LOGIN, address)).status).toBe(200);
  });

  it('lets the tenth attempt in', async () => {
    await fail(9, LOGIN.email, '203.0.113.3');
    expect((await logIn(LOGIN, '203.0.113.3')).status).toBe(200);
  });

  it('treats an account that does not exist the same', async () => {
    await fail(10, 'nobody@vintem.dev', '203.0.113.4');
    expectError(await logIn({ email: 'nobody@vintem.dev', password: 'wrong' }, '203.0.113.4'), THROTTLED);
  });

  it('never counts successes as failures', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => logIn(LOGIN, '203.0.113.5', n % 2 ? gateway : second)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    await fail(1, LOGIN.email, '203.0.113.5');
    expect((await logIn(LOGIN, '203.0.113.5')).status).toBe(200);
  });

  it('does not count what never was an attempt', async () => {
    for (let n = 0; n < 12; n++) expectError(await logIn({ email: LOGIN.email }, '203.0.113.6'), invalid('password'));
    expect((await logIn(LOGIN, '203.0.113.6')).status).toBe(200);
  });

  it('slows an address down that fails on many accounts', async () => {
    const address = '203.0.113.7';
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        logIn({ email: `u${n % 25}@vintem.dev`, password: 'x' }, address, n % 2 ? gateway : second),
      ),
    );
    expectError(await logIn(LOGIN, address), THROTTLED);
    expect((await logIn(LOGIN, '203.0.113.8')).status).toBe(200);
  });
});
