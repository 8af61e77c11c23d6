import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rekeySecondFactors } from '../../../src/parties/accounts/second-factors/rekey-second-factors.ts';
import { openSecondFactor } from '../../../src/parties/accounts/second-factors/second-factor-secrets.ts';
import { findSecondFactor } from '../../../src/parties/accounts/second-factors/second-factors.sql.ts';
import { stepAt } from '../../../src/parties/accounts/second-factors/totp.rules.ts';
import { codeOf } from '../../../src/parties/accounts/second-factors/totp-codes.ts';
import { cliJson } from '../../doors/cli/run-cli.ts';
import { callByCookie, cookieOf, DEMO, logInByCookie, OWN } from '../../pages/dashboard/browser-calls.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const API = '/dashboard/api';
const MINE = `${API}/users/me/second-factor`;
const PASSWORD = 'jabuticaba madura no pé';
const FINANCE = { email: 'fin@loja.example', password: PASSWORD };

let gateway: TestGateway;
let cookie: string;
let me: ReturnType<typeof callByCookie>;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000' });
  cookie = await logInByCookie(gateway);
  me = callByCookie(gateway, cookie);
});
afterAll(() => gateway.close());

/** The authenticator: the code so many steps from now. */
async function code(email: string, distance = 0): Promise<string> {
  const [row] = await gateway.database.db.query<{ sealed: string }>(
    'SELECT secret_sealed AS sealed FROM second_factors f JOIN users u ON u.id = f.user_id WHERE u.email = $1',
    [email],
  );
  const secret = openSecondFactor(gateway.vintem.deps.webhooks, row?.sealed ?? '');
  return codeOf(secret, stepAt(new Date()) + distance);
}

/** As if the codes of this moment had not been used yet, nor wrong ones been sent. */
const forgetCodes = () =>
  gateway.database.db.query('UPDATE second_factors SET last_step = 0, failures = 0, failing_since = NULL');
const logIn = (otp?: string, credentials = DEMO) => gateway.post('/auth', { ...credentials, ...(otp ? { otp } : {}) });
const wrongCode = async () => String((Number(await code(DEMO.email, 5)) + 1) % 1_000_000).padStart(6, '0');

let recoveryCodes: string[];

describe('a second factor', () => {
  it('is begun after a fresh login, and nothing changes until a code confirms it', async () => {
    expectError(await gateway.post('/users/me/second-factor', {}), invalid('password'));
    expectError(await gateway.post('/users/me/second-factor', { password: 'não é' }), invalid('password'));
    expectError(await me('POST', `${MINE}/confirm`, { otp: '123456' }), { status: 400, code: 'OTP_NOT_BEGUN' });
    const { status, body } = await me('POST', MINE);
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauth_url).toContain(`secret=${body.secret}&`);
    expect(body.qr_png).toMatch(/^data:image\/png;base64,/);
    const rows = await gateway.database.db.query('SELECT * FROM second_factors');
    expect(JSON.stringify(rows)).not.toContain(body.secret);
    expect((await me('GET', MINE)).body).toMatchObject({ status: 'PENDING', required: false, recovery_codes_left: 0 });
    expect((await logIn()).status).toBe(200);
    expectError(await me('PATCH', `${API}/merchant`, { otp_required: true }), { status: 400, code: 'OTP_NOT_ON' });
  });

  it('once confirmed, ends what was open elsewhere and shows ten recovery codes', async () => {
    const elsewhere = callByCookie(gateway, await logInByCookie(gateway));
    expectError(await me('POST', `${MINE}/confirm`, { otp: await wrongCode() }), invalid('otp'));
    const { status, body } = await me('POST', `${MINE}/confirm`, { otp: await code(DEMO.email) });
    expect(status).toBe(200);
    recoveryCodes = body.recovery_codes;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
    expectError(await elsewhere('GET', MINE), { status: 401, code: 'UNAUTHORIZED' });
    expect((await me('GET', MINE)).body).toMatchObject({ status: 'ON', recovery_codes_left: 10 });
    expectError(await me('POST', MINE), { status: 400, code: 'OTP_ALREADY_ON' });
    expect((await me('GET', '/dashboard/session')).body).toMatchObject({ second_factor: true });
  });

  it('is asked for after the right password only', async () => {
    expectError(await logIn(), { status: 401, code: 'OTP_REQUIRED' });
    expectError(await logIn(undefined, { ...DEMO, password: 'não é' }), { status: 401, code: 'INVALID_CREDENTIALS' });
    expectError(await logIn('123456', { ...DEMO, password: 'não é' }), { status: 401, code: 'INVALID_CREDENTIALS' });
    const door = await gateway.call('POST', '/dashboard/session', { body: DEMO, headers: OWN });
    expectError(door, { status: 401, code: 'OTP_REQUIRED' });
    expect(door.headers.get('set-cookie')).toBeNull();
    // Others see no change, whatever they send.
    expect((await logIn('000000', { ...DEMO, email: 'parceiro@vintem.dev' })).status).toBe(200);
  });

  it('takes a code once, of two who send it at the same moment one', async () => {
    await forgetCodes();
    const otp = await code(DEMO.email);
    const answers = await Promise.all([logIn(otp), logIn(otp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectError(await logIn(otp), { status: 401, code: 'OTP_INVALID', field: 'otp' });
    expectError(await logIn(await code(DEMO.email, -1)), { status: 401, code: 'OTP_INVALID' });
    const next = await code(DEMO.email, 1);
    const answer = await gateway.call('POST', '/dashboard/session', {
      body: { ...DEMO, otp: `${next.slice(0, 3)} ${next.slice(3)}` },
      headers: OWN,
    });
    expect(answer.status).toBe(200);
    me = callByCookie(gateway, cookieOf(answer));
  });

  it('counts a wrong code as a failed login, and stops looking after ten; recovery codes still work, once', async () => {
    const failures = async () =>
      (await gateway.database.db.query<{ count: number }>('SELECT count(*) AS count FROM login_failures'))[0]?.count;
    await gateway.database.db.query('DELETE FROM login_failures');
    await forgetCodes();
    expectError(await logIn(await wrongCode()), { status: 401, code: 'OTP_INVALID' });
    expect(await failures()).toBe(1);
    await gateway.database.db.query('UPDATE second_factors SET failures = 10');
    const waiting = await logIn(await code(DEMO.email));
    expectError(waiting, { status: 429, code: 'RATE_LIMITED' });
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(800);
    const recovery = recoveryCodes[0]?.toLowerCase() ?? '';
    const answers = await Promise.all([logIn(recovery), logIn(recovery)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await me('GET', MINE)).body.recovery_codes_left).toBe(9);
  });

  it('gives other recovery codes to who proves both', async () => {
    await forgetCodes();
    const ask = async (password: string, otp: string) => me('POST', `${MINE}/recovery-codes`, { password, otp });
    expectError(await ask('não é', await code(DEMO.email)), invalid('password'));
    expectError(await ask(DEMO.password, await wrongCode()), invalid('otp'));
    const { body } = await ask(DEMO.password, await code(DEMO.email));
    expect(body.recovery_codes).toHaveLength(10);
    expectError(await logIn(recoveryCodes[1]), { status: 401, code: 'OTP_INVALID' });
    recoveryCodes = body.recovery_codes;
  });
});

it('goes on under another key: the previous one opens it until it is encrypted again', async () => {
  const { webhooks, db } = gateway.vintem.deps;
  const sealed = async () => (await findSecondFactor(db, user))?.secretSealed ?? '';
  const user = { id: (await me('GET', `${API}/users/me`)).body.id, merchant_id: 1 };
  const before = openSecondFactor(webhooks, await sealed());
  const other = { ...webhooks, key: randomBytes(32), previousKey: webhooks.key };
  expect(openSecondFactor(other, await sealed())).toEqual(before);
  const keys = { current: other.key, previous: webhooks.key };
  expect(await rekeySecondFactors({ db }, keys)).toEqual({ resealed: 1, unopened: [] });
  expect(await rekeySecondFactors({ db }, keys)).toEqual({ resealed: 0, unopened: [] });
  expect(openSecondFactor({ ...other, previousKey: null }, await sealed())).toEqual(before);
  const lost = { current: randomBytes(32), previous: randomBytes(32) };
  expect(await rekeySecondFactors({ db }, lost)).toEqual({ resealed: 0, unopened: [user.id] });
  await rekeySecondFactors({ db }, { current: webhooks.key, previous: other.key });
});

describe('an owner may require it of everybody', () => {
  let colleague: ReturnType<typeof callByCookie>;

  it('who has none loses what is open, and can do nothing but set it up', async () => {
    const { url } = (await me('POST', `${API}/invitations`, { email: FINANCE.email, role: 'FINANCE' })).body;
    const joined = await gateway.call('POST', '/dashboard/invitation', {
      body: { token: url.split('#')[1], name: 'Fin', password: PASSWORD },
      headers: OWN,
    });
    colleague = callByCookie(gateway, cookieOf(joined));
    expect((await me('PATCH', `${API}/merchant`, { otp_required: true })).body).toMatchObject({ otp_required: true });
    expect((await me('GET', `${API}/merchant`)).body).toMatchObject({ name: 'Demo', otp_required: true });
    expectError(await colleague('GET', `${API}/users/me`), { status: 401, code: 'UNAUTHORIZED' });
    expectError(await logIn(undefined, FINANCE), { status: 403, code: 'OTP_SETUP_REQUIRED' });
    const opened = await gateway.call('POST', '/dashboard/session', { body: FINANCE, headers: OWN });
    expect(opened.body).toMatchObject({ can: [], companies: [], must_set_up_second_factor: true, role: 'FINANCE' });
    colleague = callByCookie(gateway, cookieOf(opened));
    for (const path of ['/transactions', '/merchant', '/users/me/sessions', '/users/me/views/transactions', '/users'])
      expectError(await colleague('GET', `${API}${path}`), { status: 403, code: 'OTP_SETUP_REQUIRED' });
    expectError(await colleague('PATCH', `${API}/users/me`, { name: 'x' }), {
      status: 403,
      code: 'OTP_SETUP_REQUIRED',
    });
    expect((await colleague('GET', `${API}/users/me`)).status).toBe(200);
    expect((await colleague('GET', MINE)).body).toMatchObject({ status: 'OFF', required: true });
  });

  it('and is a full user in the same session afterwards', async () => {
    expect((await colleague('POST', MINE)).status).toBe(201);
    expect((await colleague('POST', `${MINE}/confirm`, { otp: await code(FINANCE.email) })).status).toBe(200);
    expect((await colleague('GET', `${API}/transactions`)).status).toBe(200);
    expect((await colleague('GET', '/dashboard/session')).body.can).toEqual(['read', 'refund', 'payout', 'own']);
  });

  it('while it is required nobody switches theirs off', async () => {
    await forgetCodes();
    const otp = await code(DEMO.email);
    const off = () => me('POST', `${MINE}/disable`, { password: DEMO.password, otp });
    expectError(await off(), { status: 400, code: 'OTP_REQUIRED_BY_MERCHANT' });
    expect((await me('PATCH', `${API}/merchant`, { otp_required: false })).body).toMatchObject({ otp_required: false });
    // The refusal did not use the code up.
    expect((await off()).status).toBe(204);
    expectError(await off(), { status: 400, code: 'OTP_NOT_ON' });
    expect((await logIn()).status).toBe(200);
  });
});

describe('who lost everything', () => {
  const env = () => ({ DATABASE_URL: gateway.database.url });

  it('a new password never skips the second factor; the operator takes it away', async () => {
    const { url } = await cliJson(env(), 'user', 'reset-link', FINANCE.email);
    const [token, password] = [url.split('#')[1], 'graviola com gelo e sal'];
    const reset = await gateway.call('PUT', '/dashboard/password-reset', { body: { token, password }, headers: OWN });
    expect(reset.status).toBe(204);
    expectError(await logIn(undefined, { ...FINANCE, password }), { status: 401, code: 'OTP_REQUIRED' });
    await cliJson(env(), 'user', 'remove-otp', FINANCE.email);
    expect((await logIn(undefined, { ...FINANCE, password })).status).toBe(200);
  });

  it('without a mail server no link is promised, and few sign up from one address', async () => {
    expectError(
      await gateway.call('POST', '/dashboard/password-reset', { body: { email: DEMO.email }, headers: OWN }),
      {
        status: 403,
        code: 'PASSWORD_RESET_OFF',
      },
    );
    const signUp = () => gateway.call('POST', '/dashboard/sign-up', { body: {}, headers: OWN });
    for (let n = 0; n < 5; n++) expectError(await signUp(), { status: 400, code: 'VALIDATION_ERROR' });
    expectError(await signUp(), { status: 429, code: 'RATE_LIMITED' });
  });
});
