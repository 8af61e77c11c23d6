import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Vintem } from '../src/index.ts';
import { VERSION } from '../src/version.ts';
import { clientOn, connectionError, refusal } from './fakes.ts';

const USER = { url: 'http://vintem.test', email: 'demo@vintem.dev', password: 'vintem-demo' };
const login = (token: string, expires_in = 3600) => ({ body: { response: { token, expires_in, user: {} } } });

function openPromise() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

describe('a login', () => {
  it('is shared by calls that need one at the same time', async () => {
    const { vintem, sent } = clientOn(({ operation }) => (operation === 'POST /auth' ? login('a') : {}), {
      access: USER,
    });
    await Promise.all([vintem.transactions.get(1), vintem.transactions.get(2), vintem.customers.get(3)]);
    expect(sent.map(({ operation }) => operation)).toEqual([
      'POST /auth',
      'GET /transactions/1',
      'GET /transactions/2',
      'GET /customers/3',
    ]);
    expect(sent[0]?.body).toEqual({ email: USER.email, password: USER.password });
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
    for (const { headers } of sent.slice(1)) expect(headers['authorization']).toBe('Bearer a');
  });

  it('is renewed before it ends', async () => {
    let logins = 0;
    const { vintem, sent, clock } = clientOn(
      ({ operation }) => {
        if (operation !== 'POST /auth') return {};
        logins += 1;
        return login(`token-${logins}`);
      },
      { access: USER },
    );
    const used = async () => {
      await vintem.transactions.get(1);
      return sent.at(-1)?.headers['authorization'];
    };
    expect(await used()).toBe('Bearer token-1');
    clock.pass(3_539_000);
    expect(await used()).toBe('Bearer token-1');
    clock.pass(2_000);
    expect(await used()).toBe('Bearer token-2');
  });

  it('is made once more when it is not accepted any longer, for everything, and not twice', async () => {
    let logins = 0;
    const { vintem, sent } = clientOn(
      ({ operation, headers }) => {
        if (operation === 'POST /auth') {
          logins += 1;
          return login(`token-${logins}`);
        }
        return headers['authorization'] === 'Bearer token-2' ? {} : refusal(401, 'UNAUTHORIZED');
      },
      { access: USER },
    );
    await Promise.all([vintem.webhooks.create({ url: 'https://a.example' }), vintem.transactions.get(1)]);
    expect(logins).toBe(2);
    expect(sent).toHaveLength(6);
    const never = clientOn(
      ({ operation }) => (operation === 'POST /auth' ? login('a') : refusal(401, 'UNAUTHORIZED')),
      { access: USER },
    );
    await expect(never.vintem.transactions.get(1)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(never.sent).toHaveLength(4);
  });

  it('is made once more where the password was given too long ago for what is asked', async () => {
    let logins = 0;
    const { vintem } = clientOn(
      ({ operation, headers }) => {
        if (operation === 'POST /auth') {
          logins += 1;
          return login(`token-${logins}`);
        }
        return headers['authorization'] === 'Bearer token-2' ? {} : refusal(403, 'PASSWORD_NEEDED');
      },
      { access: USER },
    );
    const body = { type: 'pix_key', key_type: 'email', key: 'a@b.example' } as const;
    await vintem.companies.addDestination(1, body);
    expect(logins).toBe(2);
  });

  it('that was renewed meanwhile is not thrown away by an older refusal', async () => {
    let logins = 0;
    const { promise: isRenewed, resolve: renewed } = openPromise();
    const { vintem } = clientOn(
      async ({ operation, headers }) => {
        if (operation === 'POST /auth') {
          logins += 1;
          return login(`token-${logins}`);
        }
        if (headers['authorization'] === 'Bearer token-2') return {};
        if (operation === 'GET /transactions/2') await isRenewed;
        return refusal(401, 'UNAUTHORIZED');
      },
      { access: USER },
    );
    await Promise.all([vintem.transactions.get(1).then(renewed), vintem.transactions.get(2)]);
    expect(logins).toBe(2);
  });

  it('with a wrong password is tried once; one whose connection broke is tried again, and counted once', async () => {
    const wrong = clientOn(() => refusal(401, 'INVALID_CREDENTIALS'), { access: USER });
    await expect(wrong.vintem.transactions.get(1)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(wrong.sent).toHaveLength(1);
    const broken = clientOn(() => connectionError('ECONNRESET'), { access: USER, maxRepeats: 2 });
    await expect(broken.vintem.transactions.get(1)).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(broken.sent).toHaveLength(3);
  });

  it('goes on for the others when one of those who wait gives up', async () => {
    const { vintem, sent } = clientOn(
      ({ operation }, index) => {
        if (operation !== 'POST /auth') return {};
        return index === 0 ? 'silence' : login('a');
      },
      { access: USER, attemptTimeoutMs: 1000 },
    );
    const gone = new AbortController();
    const first = vintem.transactions.get(1, {}, { signal: gone.signal });
    const second = vintem.transactions.get(2);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(sent).toHaveLength(1);
    await expect(second).resolves.toEqual({});
    expect(sent.map(({ operation }) => operation)).toEqual(['POST /auth', 'POST /auth', 'GET /transactions/2']);
  });
});

it('an API key is sent as it is, and nothing is tried when it is refused', async () => {
  const { vintem, sent } = clientOn(() => refusal(401, 'UNAUTHORIZED'));
  await expect(vintem.transactions.get(1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer vk_test']);
});

it('writes addresses, questions and bodies as the interface has them', async () => {
  const { vintem, sent } = clientOn(() => ({ body: { data: [], page: 1, lastPage: 1 } }), {
    access: { url: 'https://pay.example/gateway/', apiKey: 'vk_test' },
    userAgent: 'shop/1',
  });
  await vintem.transactions.list({ status: [1, 2], q: 'a b&c', type: undefined, limit: 5 }).first();
  await vintem.paymentLinks.get('pl_a/b');
  await vintem.balances.of([1, 2]);
  expect(sent.map(({ url }) => url.href)).toEqual([
    'https://pay.example/gateway/transactions?limit=5&status=1&status=2&q=a+b%26c',
    'https://pay.example/gateway/payment-links/pl_a%2Fb',
    'https://pay.example/gateway/balance/list',
  ]);
  expect(sent[2]).toMatchObject({ body: { companyIds: [1, 2] }, headers: { 'content-type': 'application/json' } });
  expect(sent[0]?.headers['user-agent']).toBe(`shop/1 vintem-client/${VERSION}`);
  await expect(vintem.paymentLinks.get('..')).rejects.toThrow('id must not be ".."');
  expect(sent).toHaveLength(3);
});

it('takes no address that is none', () => {
  for (const url of ['localhost:3000', 'ftp://vintem.test', 'http://user:pw@vintem.test', '']) {
    expect(() => new Vintem({ url, apiKey: 'vk_test' }), url).toThrow(TypeError);
  }
});

it('names the version of its package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text).version).toBe(VERSION);
});
