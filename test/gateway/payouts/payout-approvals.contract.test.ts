import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/parties/accounts/passwords/passwords.ts';
import { openSecondFactor } from '../../../src/parties/accounts/second-factors/second-factor-secrets.ts';
import { stepAt } from '../../../src/parties/accounts/second-factors/totp.rules.ts';
import { codeOf } from '../../../src/parties/accounts/second-factors/totp-codes.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { callByCookie, logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError, ISO_UTC, secretOf } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, createPaid, openCompany, settled, type TestCompany } from '../../support/money.ts';
import { askPayout, insertDestination, payoutRail, setPayoutTerms, useRail } from '../../support/payouts.ts';

let gateway: TestGateway;
let shop: TestCompany;
let destination: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  useRail(gateway, payoutRail());
  shop = await openCompany(gateway);
  await createPaid(gateway, shop, 1_000_000);
  destination = await insertDestination(gateway, shop);
  await setPayoutTerms(gateway, shop, { needs_approval: true, fee_cents: 100 });
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const PASSWORD = 'jabuticaba madura no pé';
const FORBIDDEN = { status: 403, code: 'FORBIDDEN' };
const ask = async (changes = {}) => {
  const answer = await askPayout(gateway, shop, destination, 1_000, changes);
  expect(answer).toMatchObject({ status: 201, body: { status: 'AWAITING_APPROVAL' } });
  return answer.body.id as number;
};
const read = async (id: number) => (await gateway.get(`/payouts/${id}`)).body;

interface Somebody {
  id: number;
  email: string;
  token: string;
}

/** A colleague at the demo merchant, logged in by a token. */
async function hire(role = 'FINANCE'): Promise<Somebody> {
  const email = `${randomBytes(4).toString('hex')}@loja.example`;
  const [row] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
     SELECT merchant_id, $1, $1, $2, $3, now() FROM users WHERE email = 'demo@vintem.dev' RETURNING id`,
    [email, await hashPassword(PASSWORD), role],
  );
  const login = await gateway.post('/auth', { email, password: PASSWORD });
  return { id: (row as { id: number }).id, email, token: login.body.response.token };
}

const decide = (act: string, id: number, token: string, body: object = {}): Promise<ApiAnswer> =>
  gateway.post(`/payouts/${id}/${act}`, body, token);

describe('four eyes', () => {
  it('one asks, another approves; its money is held from the start, and it is sent', async () => {
    const before = (await balanceOf(gateway, shop)).available;
    const id = await ask();
    expect(await balanceOf(gateway, shop)).toEqual(settled(before - 1_100));
    expect(await read(id)).toMatchObject({ waits_for: 'APPROVAL', can_decide: false, approved_by: null });
    const other = await hire();
    const reader = await hire('READER');
    const canDecide = async ({ token }: Somebody) => (await gateway.get(`/payouts/${id}`, token)).body.can_decide;
    expect([await canDecide(other), await canDecide(reader)]).toEqual([true, false]);
    expect(await decide('approve', id, other.token, { reason: 'Conferido' })).toMatchObject({
      status: 200,
      body: { id, status: 'REQUESTED', approved_by: other.email },
    });
    expect(await canDecide(other)).toBe(false);
    await eventually(async () => expect((await read(id)).status).toBe('PAID'));
    expect((await read(id)).history.slice(0, 2)).toMatchObject([
      { step: 'REQUESTED' },
      { step: 'APPROVED', by: other.email, reason: 'Conferido' },
    ]);
    expectError(await decide('approve', id, other.token), { status: 400, code: 'PAYOUT_NOT_AWAITING_APPROVAL' });
    expectError(await decide('refuse', id, other.token), { status: 400, code: 'PAYOUT_NOT_AWAITING_APPROVAL' });
  });

  it('refused, it is cancelled, and everything is given back', async () => {
    const before = (await balanceOf(gateway, shop)).available;
    const id = await ask();
    const other = await hire();
    expect(await gateway.call('POST', `/payouts/${id}/refuse`, { token: other.token })).toMatchObject({
      status: 200,
      body: { id, status: 'CANCELLED', failure_reason: null, settled_at: expect.stringMatching(ISO_UTC) },
    });
    expect((await read(id)).history.at(-1)).toMatchObject({ step: 'REFUSED', by: other.email });
    expect(await balanceOf(gateway, shop)).toEqual(settled(before));
  });

  it('nobody decides on their own, and it stays as it was', async () => {
    const id = await ask();
    for (const act of ['approve', 'refuse']) expectError(await decide(act, id, gateway.token), FORBIDDEN);
    expect((await read(id)).status).toBe('AWAITING_APPROVAL');
    // Whoever asked may take it back.
    expect((await decide('cancel', id, gateway.token)).body).toMatchObject({ status: 'CANCELLED' });
  });

  it('a key counts as whoever made it, and no key approves', async () => {
    const maker = await hire('OWNER');
    const { key } = (await gateway.post('/api-keys', { name: 'ERP', scopes: ['read', 'payout'] }, maker.token)).body;
    const asked = await askPayout(gateway, { ...shop, session: key }, destination, 1_000);
    expect(asked).toMatchObject({ status: 201, body: { requested_by: 'ERP', status: 'AWAITING_APPROVAL' } });
    const { id } = asked.body;
    for (const act of ['approve', 'refuse']) {
      expectError(await decide(act, id, maker.token), FORBIDDEN);
      expectError(await decide(act, id, key), FORBIDDEN);
      const { key: another } = (await gateway.post('/api-keys', { name: 'x', scopes: ['payout'] })).body;
      expectError(await decide(act, id, another), FORBIDDEN);
    }
    expect((await decide('approve', id, gateway.token)).status).toBe(200);
  });

  it('a key without the scope asks for nothing', async () => {
    const { key } = (await gateway.post('/api-keys', { name: 'x', scopes: ['read', 'charge', 'refund', 'webhooks'] }))
      .body;
    expectError(await askPayout(gateway, { ...shop, session: key }, destination, 1_000), FORBIDDEN);
  });

  it('two who approve and refuse at once: one of them decides', async () => {
    const [one, other] = [await hire(), await hire()];
    for (let round = 0; round < 5; round++) {
      const id = await ask();
      const answers = await Promise.all([decide('approve', id, one.token), decide('refuse', id, other.token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('another merchant meets what nobody has', async () => {
    const id = await ask();
    for (const act of ['approve', 'refuse', 'cancel'])
      for (const one of [id, 987_654_321])
        expectError(await decide(act, one, gateway.otherToken), { status: 404, code: 'PAYOUT_NOT_FOUND' });
    expectError(await gateway.get(`/payouts/${id}`, gateway.otherToken), { status: 404, code: 'PAYOUT_NOT_FOUND' });
  });

  it.each([
    ['reason', 'x'.repeat(501)],
    ['reason', 7],
  ])('%s is refused where it is no text', async (field, value) => {
    const id = await ask();
    for (const act of ['approve', 'refuse', 'cancel'])
      expectError(await decide(act, id, gateway.token, { [field]: value }), {
        status: 400,
        code: 'VALIDATION_ERROR',
        field,
      });
  });
});

describe('password and second factor', () => {
  const NEEDED = { status: 403, code: 'PASSWORD_NEEDED' };
  const SESSION = 3_600;

  async function oldTokenOf({ id }: { id: number }): Promise<string> {
    const secret = await secretOf(gateway, 'jwt');
    const tokens = createSessionTokens({ secret, previous: null }, SESSION);
    const [row] = await gateway.database.db.query<{ version: number }>('SELECT version FROM users WHERE id = $1', [id]);
    return tokens.issue(
      { userId: id, userVersion: (row as { version: number }).version },
      new Date(Date.now() - 11 * 60_000),
    );
  }

  it('a wrong shape is told before the password is asked for', async () => {
    const old = await oldTokenOf(await hire());
    const id = await ask();
    const shape = (field: string) => ({ status: 400, code: 'VALIDATION_ERROR', field });
    expectError(await askPayout(gateway, { ...shop, session: old }, destination, 0), shape('amount'));
    expectError(await decide('approve', id, old, { reason: 7 }), shape('reason'));
    const wanted = { type: 'pix_key', key_type: 'evp', key: 'x' };
    expectError(await gateway.post(`/companies/${shop.id}/destinations`, wanted, old), shape('key_type'));
    expectError(await gateway.call('PUT', `/companies/${shop.id}/payout-schedule`, { token: old, body: {} }), {
      status: 400,
      code: 'VALIDATION_ERROR',
    });
  });

  it('a repeat under its key gets the answer of the first, however old its token is', async () => {
    const somebody = await hire();
    const old = await oldTokenOf(somebody);
    const body = { company_id: shop.id, amount: 1_000, destination_id: destination };
    const keyed = (token: string, key: string) =>
      gateway.call('POST', '/payouts', { token, body, headers: { 'idempotency-key': key } });
    const first = await keyed(somebody.token, 'repetido');
    expect(first.status).toBe(201);
    const again = await keyed(old, 'repetido');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expectError(await keyed(old, 'novo'), NEEDED);
    expect((await keyed(somebody.token, 'novo')).status).toBe(201);
  });

  it('a token of eleven minutes ago asks for nothing and approves nothing; reading goes on', async () => {
    const old = await oldTokenOf(await hire());
    const id = await ask();
    expectError(await askPayout(gateway, { ...shop, session: old }, destination, 1_000), NEEDED);
    expectError(await decide('approve', id, old), NEEDED);
    expect((await gateway.get(`/payouts/${id}`, old)).status).toBe(200);
    expect((await gateway.get('/payouts?format=csv', old)).status).toBe(200);
    expect((await decide('refuse', id, old)).status).toBe(200);
  });

  it('at the dashboard the password of ten minutes ago is asked for again', async () => {
    const somebody = await hire();
    const call = callByCookie(gateway, await logInByCookie(gateway, { email: somebody.email, password: PASSWORD }));
    const body = { company_id: shop.id, amount: 1_000, destination_id: destination };
    expect((await call('POST', '/dashboard/api/payouts', body)).status).toBe(201);
    await gateway.database.db.query(
      "UPDATE dashboard_sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1",
      [somebody.id],
    );
    expectError(await call('POST', '/dashboard/api/payouts', body), NEEDED);
    expectError(await call('GET', '/dashboard/api/payouts?format=csv'), NEEDED);
    expect((await call('POST', '/dashboard/api/payouts/simulate', body)).status).toBe(200);
  });

  it('above the threshold each payout and each approval needs a code, which works once', async () => {
    await gateway.database.db.query('UPDATE companies SET confirm_above_cents = 500 WHERE id = $1', [shop.id]);
    const somebody = await hire('OWNER');
    const boss = { ...shop, session: somebody.token };
    const wish = (amount: number, otp?: string) =>
      askPayout(gateway, boss, destination, amount, otp === undefined ? {} : { otp });
    expect((await wish(500)).status).toBe(201);
    expectError(await wish(501), { status: 403, code: 'OTP_SETUP_REQUIRED' });
    await gateway.post('/users/me/second-factor', { password: PASSWORD }, somebody.token);
    const code = async (distance = 0) => {
      const [row] = await gateway.database.db.query<{ sealed: string }>(
        'SELECT secret_sealed AS sealed FROM second_factors WHERE user_id = $1',
        [somebody.id],
      );
      const secret = openSecondFactor(gateway.vintem.deps.webhooks, row?.sealed ?? '');
      return codeOf(secret, stepAt(new Date()) + distance);
    };
    const confirm = { otp: await code(), password: PASSWORD };
    expect((await gateway.post('/users/me/second-factor/confirm', confirm, somebody.token)).status).toBe(200);
    const forget = () => gateway.database.db.query('UPDATE second_factors SET last_step = 0, failures = 0');
    await forget();
    const login = await gateway.post('/auth', { email: somebody.email, password: PASSWORD, otp: await code() });
    boss.session = login.body.response.token;
    await forget();
    expectError(await wish(501), { status: 401, code: 'OTP_REQUIRED', field: 'otp' });
    const wrong = String((Number(await code(5)) + 1) % 1_000_000).padStart(6, '0');
    expectError(await wish(501, wrong), { status: 401, code: 'OTP_INVALID', field: 'otp' });
    // What is refused anyway costs no code.
    const otp = await code();
    expectError(await wish(100_000_000, otp), { status: 400, code: 'INSUFFICIENT_BALANCE' });
    expect((await wish(501, otp)).status).toBe(201);
    expectError(await wish(501, otp), { status: 401, code: 'OTP_INVALID' });
    const id = await askByKey();
    expectError(await decide('approve', id, boss.session), { status: 401, code: 'OTP_REQUIRED' });
    expectError(await decide('approve', id, boss.session, { otp }), { status: 401, code: 'OTP_INVALID' });
    await forget();
    expect((await decide('approve', id, boss.session, { otp: await code() })).status).toBe(200);
    await gateway.database.db.query('UPDATE companies SET confirm_above_cents = NULL WHERE id = $1', [shop.id]);
  });

  /** Keys are bound by their scopes: no threshold holds for them. */
  async function askByKey(): Promise<number> {
    const { key } = (await gateway.post('/api-keys', { name: 'ERP', scopes: ['payout'] })).body;
    const asked = await askPayout(gateway, { ...shop, session: key }, destination, 1_000);
    expect(asked.status).toBe(201);
    return asked.body.id;
  }
});
