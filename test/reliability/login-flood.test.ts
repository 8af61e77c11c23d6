import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { expectSound } from '../support/soundness.ts';

/** Somebody tries lists of stolen passwords in bulk. A proxy in front tells the addresses. */

const ATTEMPTS = 600;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;
const PROCESSES = 2;
/** Guesses that had a slot when the limit was reached: each process has one for an account. */
const SLOTS = PROCESSES * 4;
const OWNER = { email: 'demo@vintem.dev', password: 'vintem-demo' };
const THIEF = '203.0.113.66';

let gateways: [TestGateway, TestGateway];
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', VINTEM_ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000' };
  const first = await startTestGateway(env);
  gateways = [first, await startTestGateway(env, first.database)];
});
afterAll(async () => {
  await gateways?.[1].close();
  await gateways?.[0].close();
});

const logIn = (body: unknown, address: string, through = 0): Promise<ApiAnswer> =>
  (gateways[through % 2] as TestGateway).call('POST', '/auth', { body, headers: { 'x-forwarded-for': address } });

function countOf(answers: readonly ApiAnswer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** A flood in waves, with as many requests at once as an attacker would send. */
async function flood(
  times: number,
  credentials: (n: number) => object,
  address: (n: number) => string,
): Promise<ApiAnswer[]> {
  const answers: ApiAnswer[] = [];
  for (let sent = 0; sent < times; sent += 100) {
    const wave = Array.from({ length: Math.min(100, times - sent) }, (_, n) =>
      logIn(credentials(sent + n), address(sent + n), n),
    );
    answers.push(...(await Promise.all(wave)));
  }
  return answers;
}

it(`${ATTEMPTS / 2} passwords for one account from one address: a handful is tried, and the owner gets in from elsewhere meanwhile`, async () => {
  const flooding = flood(
    ATTEMPTS / 2,
    (n) => ({ email: OWNER.email, password: `guess ${n}` }),
    () => THIEF,
  );
  const owners = await Promise.all([logIn(OWNER, '198.51.100.7'), logIn(OWNER, '198.51.100.8', 1)]);
  expect(owners.map(({ status }) => status)).toEqual([200, 200]);
  const answers = await flooding;
  expect(countOf(answers, 401)).toBeGreaterThanOrEqual(PER_ACCOUNT_AND_ADDRESS);
  expect(countOf(answers, 401)).toBeLessThanOrEqual(PER_ACCOUNT_AND_ADDRESS + PROCESSES);
  expect(countOf(answers, 401) + countOf(answers, 429) + countOf(answers, 503)).toBe(ATTEMPTS / 2);
  for (const { status, headers } of answers)
    if (status !== 401) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // By now the thief has the right password, and from there it does not help.
  expect((await logIn(OWNER, THIEF)).status).toBe(429);
  expect((await logIn(OWNER, '198.51.100.9')).status).toBe(200);
});

it(`${ATTEMPTS / 2} accounts from one address: the address is slowed down, its neighbours are not`, async () => {
  const address = '203.0.113.67';
  const answers = await flood(
    ATTEMPTS / 2,
    (n) => ({ email: `user-${n}@vintem.dev`, password: 'stolen' }),
    () => address,
  );
  expect(countOf(answers, 401)).toBeGreaterThanOrEqual(PER_ADDRESS);
  expect(countOf(answers, 401)).toBeLessThanOrEqual(PER_ADDRESS + SLOTS);
  expect(countOf(answers, 200)).toBe(0);
  expect((await logIn(OWNER, address)).status).toBe(429);
  expect((await logIn(OWNER, '198.51.100.10')).status).toBe(200);
});

it('failures are counted by the address the proxy tells, and successes are no failures', async () => {
  const rows = await gateways[0].database.db.query<{ address: string }>('SELECT DISTINCT address FROM login_failures');
  expect(rows.map(({ address }) => address).toSorted()).toEqual([THIEF, '203.0.113.67']);
  await expectSound(gateways[0].database.db);
});
