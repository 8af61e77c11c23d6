import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_OPERATOR } from '../../../src/gateway/sandbox/demo-operator.ts';
import { callByCookie, logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { CONSOLE, callAtConsole, logInAtConsole, makePasswordsOld, OWN } from '../../support/operator-calls.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const UNKNOWN = { status: 401, code: 'UNAUTHORIZED' } as const;
const session = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(method, `${CONSOLE}/session`, { body, headers: { ...OWN, ...headers } });

describe('a session at the console', () => {
  it('begins with a password, tells who is logged in, and ends', async () => {
    const opened = await session('POST', DEMO_OPERATOR);
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({
      operator: { email: DEMO_OPERATOR.email },
      role: 'ADMIN',
      mode: 'sandbox',
      second_factor: false,
      must_set_up_second_factor: false,
    });
    expect(opened.body.can).toContain('operators');
    const header = opened.headers.get('set-cookie') ?? '';
    expect(header).toMatch(/^vintem_operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const cookie = header.split(';')[0] ?? '';
    expect((await session('GET', undefined, { cookie })).body).toMatchObject({ role: 'ADMIN' });
    expect((await session('GET')).status).toBe(204);
    const ended = await session('DELETE', undefined, { cookie });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/^vintem_operator=; .*Max-Age=0/);
    expectError(await session('GET', undefined, { cookie }), UNKNOWN);
    expectError(await callAtConsole(gateway, cookie)('GET', '/home'), UNKNOWN);
  });

  it('is in the audit log of the installation, and of no merchant', async () => {
    await logInAtConsole(gateway);
    const rows = await gateway.database.db.query(
      "SELECT actor_kind, actor_name, details FROM audit_log WHERE merchant_id = 0 AND action = 'login.succeeded'",
    );
    expect(rows).toContainEqual({ actor_kind: 'operator', actor_name: 'Operação Demo', details: { by: 'console' } });
  });

  it('is refused to whoever is wrong, foreign, or somebody of a merchant', async () => {
    const wrong = { status: 401, code: 'INVALID_CREDENTIALS' } as const;
    expectError(await session('POST', { ...DEMO_OPERATOR, password: 'não é' }), wrong);
    expectError(await session('POST', { email: 'demo@vintem.dev', password: 'vintem-demo' }), wrong);
    expectError(await session('POST', { email: DEMO_OPERATOR.email }), invalid('password'));
    expectError(await session('POST', DEMO_OPERATOR, { 'sec-fetch-site': 'cross-site' }), {
      status: 403,
      code: 'FORBIDDEN_ORIGIN',
    });
    // And the other way round.
    expectError(await gateway.post('/auth', DEMO_OPERATOR), wrong);
    const atDashboard = { body: DEMO_OPERATOR, headers: OWN };
    expectError(await gateway.call('POST', '/dashboard/session', atDashboard), wrong);
  });

  it('opens nothing at the dashboard, nor a merchant’s session anything here', async () => {
    const value = (await logInAtConsole(gateway)).split('=')[1] ?? '';
    const merchants = (await logInByCookie(gateway)).split('=')[1] ?? '';
    const asMerchant = callByCookie(gateway, `vintem_session=${value}`);
    expectError(await asMerchant('GET', '/dashboard/api/transactions'), UNKNOWN);
    expectError(await asMerchant('GET', '/dashboard/session'), UNKNOWN);
    const asOperator = callAtConsole(gateway, `vintem_operator=${merchants}`);
    expectError(await asOperator('GET', '/home'), UNKNOWN);
    expectError(await asOperator('GET', '/session'), UNKNOWN);
    expectError(await gateway.get(`${CONSOLE}/home`), UNKNOWN);
  });

  it('takes the password once more', async () => {
    const cookie = await logInAtConsole(gateway);
    const call = callAtConsole(gateway, cookie);
    await makePasswordsOld(gateway);
    const needed = { status: 403, code: 'PASSWORD_NEEDED' } as const;
    expectError(await call('POST', '/users/me/second-factor', {}), needed);
    expectError(await call('PUT', '/session', { password: 'não é' }), invalid('password'));
    expect((await call('PUT', '/session', { password: DEMO_OPERATOR.password })).status).toBe(200);
    expect((await call('POST', '/users/me/second-factor', {})).status).toBe(201);
    expect((await call('GET', '/users/me/second-factor')).body).toMatchObject({ status: 'PENDING' });
  });

  it('ends elsewhere when the password changes', async () => {
    const [call, elsewhere] = [
      callAtConsole(gateway, await logInAtConsole(gateway)),
      callAtConsole(gateway, await logInAtConsole(gateway)),
    ];
    const passwords = { current_password: DEMO_OPERATOR.password, new_password: 'outra senha bem longa' };
    expect((await call('PUT', '/users/me/password', passwords)).status).toBe(204);
    expectError(await elsewhere('GET', '/session'), UNKNOWN);
    expect((await call('GET', '/session')).status).toBe(200);
    const back = { current_password: passwords.new_password, new_password: 'e agora outra ainda' };
    expect((await call('PUT', '/users/me/password', back)).status).toBe(204);
    const other = callAtConsole(
      gateway,
      await logInAtConsole(gateway, { email: DEMO_OPERATOR.email, password: back.new_password }),
    );
    expect((await call('DELETE', '/users/me/sessions')).status).toBe(204);
    expectError(await other('GET', '/session'), UNKNOWN);
  });
});
