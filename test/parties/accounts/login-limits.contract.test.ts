import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';

/**
 * [authentication: rate limits] The limits besides that of failures: successes, many addresses, one flood among others.
 */

const PASSWORD = 'vintem-demo';
const THROTTLED = { status: 429, code: 'RATE_LIMITED' };
const WRONG = { status: 401, code: 'INVALID_CREDENTIALS' };
const MAX_LOGINS = 60;

let gateway: TestGateway;
/** Another process on the same database. */
let second: TestGateway;
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', VINTEM_ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000' };
  gateway = await startTestGateway(env);
  second = await startTestGateway(env, gateway.database);
});
afterAll(async () => {
  await second.close();
  await gateway.close();
});

// The minute in which logins count ends when a test lets it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const logIn = (email: string, password: string, address: string, at = gateway) =>
  at.call('POST', '/auth', { body: { email, password }, headers: { 'x-forwarded-for': address } });

/** A user of the demo merchant with the demo password. */
async function addUser(email: string): Promise<string> {
  await gateway.database.db.query(
    `INSERT INTO users (merchant_id, name, email, password_hash, created_at)
     SELECT merchant_id, 'Pessoa', $1, password_hash, created_at FROM users WHERE email = 'demo@vintem.dev'`,
    [email],
  );
  return email;
}

const statusesOf = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);

describe('logins of one account from one address', () => {
  it(`are ${MAX_LOGINS} a minute over all processes, then 429; elsewhere and a minute later they go on`, async () => {
    const email = await addUser('often@vintem.dev');
    const address = '198.51.100.20';
    for (let n = 0; n < MAX_LOGINS; n++) {
      expect((await logIn(email, PASSWORD, address, n % 2 ? gateway : second)).status).toBe(200);
    }
    for (const process of [gateway, second]) {
      const answer = await logIn(email, PASSWORD, address, process);
      expectError(answer, THROTTLED);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await logIn(email, PASSWORD, '198.51.100.21')).status).toBe(200);
    expect((await logIn('demo@vintem.dev', PASSWORD, address)).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await logIn(email, PASSWORD, address)).status).toBe(200);
  });

  it('do not stop the logins of others, nor of the same account elsewhere, however many are repeated at once', async () => {
    const email = await addUser('flood@vintem.dev');
    const others = await Promise.all(Array.from({ length: 7 }, (_, n) => addUser(`other-${n}@vintem.dev`)));
    const flood = Promise.all(Array.from({ length: 400 }, () => logIn(email, PASSWORD, '198.51.100.30')));
    const bystanders = await Promise.all([
      ...others.map((other, n) => logIn(other, PASSWORD, `198.51.100.${40 + n}`)),
      logIn(email, PASSWORD, '198.51.100.39'),
    ]);
    expect(statusesOf(bystanders)).toEqual(Array(8).fill(200));
    const answers = statusesOf(await flood);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(MAX_LOGINS);
    expect(answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  });
});

describe('guesses at one account from many addresses', () => {
  it('leave each address one failure once they are many; an address without failures always gets in', async () => {
    const email = await addUser('target@vintem.dev');
    for (let n = 0; n < 30; n++)
      expectError(await logIn(email, 'guess', `203.0.113.${n}`, n % 2 ? gateway : second), WRONG);
    // Each of those addresses has had its failure, and from there even the right password does not help.
    for (const process of [gateway, second])
      expectError(await logIn(email, PASSWORD, '203.0.113.0', process), THROTTLED);
    expectError(await logIn(email, 'guess', '203.0.113.99'), WRONG);
    expectError(await logIn(email, 'guess', '203.0.113.99'), THROTTLED);
    for (const process of [gateway, second])
      expect((await logIn(email, PASSWORD, '198.51.100.50', process)).status).toBe(200);
    // Other accounts still have their ten failures from any address.
    expectError(await logIn('demo@vintem.dev', 'guess', '203.0.113.0'), WRONG);
    expect((await logIn('demo@vintem.dev', PASSWORD, '203.0.113.0')).status).toBe(200);
  });

  it('count the addresses of an IPv6 /64 as one', async () => {
    const email = await addUser('six@vintem.dev');
    for (let n = 0; n < 10; n++) expectError(await logIn(email, 'guess', `2001:db8:1:2::${n}`), WRONG);
    expectError(await logIn(email, PASSWORD, '2001:db8:1:2:aaaa::1'), THROTTLED);
    expect((await logIn(email, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
    for (let n = 0; n < 10; n++)
      expectError(await logIn(email, 'guess', n % 2 ? '::ffff:203.0.113.200' : '203.0.113.200'), WRONG);
    expectError(await logIn(email, PASSWORD, '203.0.113.200'), THROTTLED);
  });
});
