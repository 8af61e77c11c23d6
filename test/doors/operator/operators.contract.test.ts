import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_OPERATOR } from '../../../src/gateway/sandbox/demo-operator.ts';
import { openSecondFactor } from '../../../src/parties/accounts/second-factors/second-factor-secrets.ts';
import { stepAt } from '../../../src/parties/accounts/second-factors/totp.rules.ts';
import { codeOf } from '../../../src/parties/accounts/second-factors/totp-codes.ts';
import { startLive } from '../../support/banks/live-bank.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  CONSOLE,
  callAtConsole,
  logInAtConsole,
  OPERATORS_PASSWORD,
  OWN,
  openConsoleAsAdmin,
} from '../../support/operator-calls.ts';
import { cliJson, runCli } from '../cli/run-cli.ts';

let gateway: TestGateway;
let env: Record<string, string>;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000' });
  env = { DATABASE_URL: gateway.database.url, PUBLIC_URL: gateway.url };
});
afterAll(() => gateway.close());

const tokenIn = (url: string) => url.split('#')[1] ?? '';
const byToken = (token: string, path: string) => gateway.call('GET', CONSOLE + path, { token });
const nobody = () => callAtConsole(gateway, '');

async function join(email: string, role: string): Promise<string> {
  const { url } = await cliJson(env, 'operator', 'invite', email, '--role', role);
  const form = { token: tokenIn(url), name: 'Ana Operadora', password: OPERATORS_PASSWORD };
  const { status, headers } = await nobody()('POST', '/invitation', form);
  expect(status).toBe(200);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('operators', () => {
  it('are invited at the command line and come in by the link, once', async () => {
    const { url, role } = await cliJson(env, 'operator', 'invite', 'Ana@Plataforma.example', '--role', 'FINANCE');
    expect(url).toMatch(/\/operator\/invitation#[\w-]{43}$/);
    expect(role).toBe('FINANCE');
    const token = tokenIn(url);
    const opened = await nobody()('POST', '/invitation/open', { token });
    expect(opened.body).toMatchObject({ email: 'ana@plataforma.example', role: 'FINANCE' });
    // It leads to no merchant.
    const atDashboard = { body: { token, name: 'Ana', password: OPERATORS_PASSWORD }, headers: OWN };
    const refused = { status: 404, code: 'LINK_INVALID' } as const;
    expectError(await gateway.call('POST', '/dashboard/invitation', atDashboard), refused);
    const form = { token, name: 'Ana Operadora', password: OPERATORS_PASSWORD };
    expectError(await nobody()('POST', '/invitation', { ...form, password: '12345678' }), invalid('password'));
    const joined = await nobody()('POST', '/invitation', form);
    expect(joined.body).toMatchObject({ role: 'FINANCE', operator: { name: 'Ana Operadora' } });
    expectError(await nobody()('POST', '/invitation', form), refused);
    expect(await runCli(env, 'operator', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('FINANCE') });
    expect(await runCli(env, 'operator', 'invite', 'ana@plataforma.example', '--role', 'ADMIN')).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to an operator already'),
    });
  });

  it('may have the address of somebody of a merchant: neither is the other', async () => {
    await join('demo@vintem.dev', 'SUPPORT');
    await logInAtConsole(gateway, { email: 'demo@vintem.dev', password: OPERATORS_PASSWORD });
    expect((await gateway.post('/auth', { email: 'demo@vintem.dev', password: 'vintem-demo' })).status).toBe(200);
    expectError(await gateway.post('/auth', { email: 'demo@vintem.dev', password: OPERATORS_PASSWORD }), {
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('choose another password by a link', async () => {
    const cookie = await join('rui@plataforma.example', 'SUPPORT');
    const { url } = await cliJson(env, 'operator', 'reset-link', 'rui@plataforma.example');
    const token = tokenIn(url);
    expect((await nobody()('POST', '/password-reset/open', { token })).body.email).toBe('rui@plataforma.example');
    const atDashboard = { body: { token, password: 'outra senha bem longa' }, headers: OWN };
    expectError(await gateway.call('PUT', '/dashboard/password-reset', atDashboard), {
      status: 404,
      code: 'LINK_INVALID',
    });
    const reset = await nobody()('PUT', '/password-reset', { token, password: 'outra senha bem longa' });
    expect(reset.status).toBe(204);
    expectError(await callAtConsole(gateway, cookie)('GET', '/home'), { status: 401, code: 'UNAUTHORIZED' });
    await logInAtConsole(gateway, { email: 'rui@plataforma.example', password: 'outra senha bem longa' });
  });

  it('give programs tokens, which do no more than they may and end with them', async () => {
    await join('eva@plataforma.example', 'FINANCE');
    const args = ['operator', 'token', 'create', 'eva@plataforma.example', '--name', 'painel'];
    expect(await runCli(env, ...args, '--role', 'ADMIN')).toMatchObject({
      code: 1,
      err: expect.stringContaining('may not do more than its operator'),
    });
    const { token, token_id } = await cliJson(env, ...args, '--role', 'FINANCE');
    expect(token).toMatch(/^vo_[0-9a-f]{64}$/);
    expect((await byToken(token, '/home')).status).toBe(200);
    expectError(await byToken(token, '/operators'), { status: 403, code: 'FORBIDDEN' });
    expect(await cliJson(env, 'operator', 'token', 'list')).toContainEqual(
      expect.objectContaining({ token_id, role: 'FINANCE', state: 'ACTIVE' }),
    );
    const { token: other, token_id: otherId } = await cliJson(env, ...args, '--role', 'FINANCE');
    expect(await cliJson(env, 'operator', 'token', 'revoke', String(otherId))).toMatchObject({ status: 'REVOKED' });
    expect((await byToken(other, '/home')).status).toBe(401);
    expect(await cliJson(env, 'operator', 'deactivate', 'eva@plataforma.example')).toMatchObject({
      status: 'INACTIVE',
    });
    const rows = await gateway.database.db.query('SELECT FROM api_keys WHERE merchant_id = 0 AND revoked_at IS NULL');
    expect(rows).toEqual([]);
  });

  it('are invited, changed and shut out at the console, but never the last administrator', async () => {
    const admin = await openConsoleAsAdmin(gateway);
    const invited = await admin('POST', '/operators/invitations', { email: 'leo@plataforma.example', role: 'ADMIN' });
    expect(invited.status).toBe(201);
    const form = { token: tokenIn(invited.body.url), name: 'Leo', password: OPERATORS_PASSWORD };
    const leo = callAtConsole(
      gateway,
      (await nobody()('POST', '/invitation', form)).headers.get('set-cookie')?.split(';')[0] ?? '',
    );
    const { data } = (await admin('GET', '/operators')).body;
    const idOf = (email: string) => data.find((one: { email: string }) => one.email === email).id as number;
    const me = idOf(DEMO_OPERATOR.email);
    const him = idOf('leo@plataforma.example');
    const link = await leo('POST', `/operators/${me}/reset-link`);
    expect(link.status).toBe(201);
    const demoted = await admin('PATCH', `/operators/${him}`, { role: 'SUPPORT' });
    expect(demoted.body).toMatchObject({ role: 'SUPPORT', status: 'ACTIVE' });
    expectError(await leo('GET', '/home'), { status: 401, code: 'UNAUTHORIZED' });
    expectError(await admin('PATCH', `/operators/${me}`, { status: 'INACTIVE' }), { status: 400, code: 'LAST_OWNER' });
    expectError(await admin('PATCH', '/operators/987654', { status: 'INACTIVE' }), {
      status: 404,
      code: 'USER_NOT_FOUND',
    });
    const [entry] = await gateway.database.db.query(
      "SELECT details FROM audit_log WHERE merchant_id = 0 AND action = 'user.changed' ORDER BY id DESC LIMIT 1",
    );
    expect(entry).toEqual({ details: { role: 'SUPPORT', role_before: 'ADMIN' } });
  });
});

describe('in live', () => {
  it('nothing is possible before a second factor is set up', async () => {
    const live = await startLive({ settings: { OPERATOR_CONSOLE: 'on' } });
    try {
      const call = (method: string, path: string, body?: unknown, cookie = '') =>
        live.call(method, CONSOLE + path, body, { ...OWN, ...(cookie ? { cookie } : {}) });
      const { url } = await cliJson(live.env, 'operator', 'invite', 'ana@plataforma.example', '--role', 'ADMIN');
      const form = { token: tokenIn(url), name: 'Ana', password: OPERATORS_PASSWORD };
      const joined = await call('POST', '/invitation', form);
      expect(joined.body).toMatchObject({ must_set_up_second_factor: true, can: [] });
      const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect(cookie).toMatch(/^__Secure-vintem_operator=/);
      expectError(await call('GET', '/home', undefined, cookie), { status: 403, code: 'OTP_SETUP_REQUIRED' });
      expect((await call('POST', '/users/me/second-factor', {}, cookie)).status).toBe(201);
      const [row] = await live.database.db.query<{ sealed: string }>(
        'SELECT secret_sealed AS sealed FROM second_factors WHERE merchant_id = 0',
      );
      const secret = openSecondFactor(live.vintem.deps.webhooks, row?.sealed ?? '');
      const otp = codeOf(secret, stepAt(new Date()));
      expect((await call('POST', '/users/me/second-factor/confirm', { otp }, cookie)).status).toBe(200);
      expect((await call('GET', '/home', undefined, cookie)).status).toBe(200);
      const login = { email: 'ana@plataforma.example', password: OPERATORS_PASSWORD };
      expectError(await call('POST', '/session', login), { status: 401, code: 'OTP_REQUIRED' });
      const disable = { password: OPERATORS_PASSWORD, otp: codeOf(secret, stepAt(new Date()) + 1) };
      expectError(await call('POST', '/users/me/second-factor/disable', disable, cookie), {
        status: 400,
        code: 'OTP_REQUIRED_BY_MERCHANT',
      });
    } finally {
      await live.close();
    }
  });
});
