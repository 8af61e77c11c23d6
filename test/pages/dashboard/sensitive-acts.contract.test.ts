import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecondFactor } from '../../../src/parties/accounts/second-factors/second-factor-secrets.ts';
import { stepAt } from '../../../src/parties/accounts/second-factors/totp.rules.ts';
import { codeOf } from '../../../src/parties/accounts/second-factors/totp-codes.ts';
import { cliJson } from '../../doors/cli/run-cli.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany, participant, type TestCompany } from '../../support/money.ts';
import { callByCookie, DEMO, logInByCookie } from './browser-calls.ts';

/** What decisions call sensitive, once more, as requests: nothing of it is there, so that nothing happens. */
const NOBODY = 987_654_321;
const ACTS: readonly [method: string, path: string, body?: object][] = [
  ['POST', '/api-keys', { name: 'x', scopes: ['read'] }],
  ['DELETE', `/api-keys/${NOBODY}`],
  ['POST', `/companies/${NOBODY}/access-tokens`, {}],
  ['DELETE', `/companies/${NOBODY}/access-tokens/1`],
  ['POST', `/companies/${NOBODY}/destinations`, { type: 'pix_key', key_type: 'email', key: 'x@y.example' }],
  ['DELETE', `/companies/${NOBODY}/destinations/1`],
  ['POST', '/webhooks', { url: 'https://example.com/x' }],
  ['PATCH', `/webhooks/${NOBODY}`, { url: 'https://example.com/x' }],
  ['DELETE', `/webhooks/${NOBODY}`],
  ['POST', `/webhooks/${NOBODY}/rotate-secret`, {}],
  ['PUT', `/companies/${NOBODY}/split`, { splitParticipants: [] }],
  ['PUT', `/companies/${NOBODY}/payout-schedule`, { rhythm: 'daily', destination_id: 1 }],
  ['DELETE', `/companies/${NOBODY}/payout-schedule`],
  ['PATCH', `/users/${NOBODY}`, { role: 'READER' }],
  ['DELETE', `/users/${NOBODY}/sessions`],
  ['POST', '/invitations', { email: 'x@y.example', role: 'READER' }],
  ['DELETE', `/invitations/${NOBODY}`],
  ['POST', '/users/me/second-factor', {}],
  ['POST', '/users/me/second-factor/confirm', { otp: '000000' }],
  ['PATCH', '/merchant', { otp_required: false }],
  ['GET', `/customers/${NOBODY}/export`],
  ['POST', `/customers/${NOBODY}/anonymise`, {}],
  ['GET', '/transactions?format=csv'],
  ['GET', '/audit-log?format=csv'],
];
const HARMLESS: typeof ACTS = [
  ['GET', '/transactions'],
  ['GET', '/audit-log?format=json'],
  ['GET', '/api-keys'],
  ['PATCH', '/users/me', { name: 'Demo' }],
  ['POST', `/webhooks/${NOBODY}/test`, {}],
];

let gateway: TestGateway;
let mine: ReturnType<typeof callByCookie>;
beforeAll(async () => {
  gateway = await startTestGateway();
  mine = callByCookie(gateway, await logInByCookie(gateway));
});
afterAll(() => gateway.close());

const act = (method: string, path: string, body?: object) => mine(method, `/dashboard/api${path}`, body);
const givenAgo = (minutes: number) =>
  gateway.database.db.query("UPDATE dashboard_sessions SET confirmed_at = now() - $1 * interval '1 minute'", [minutes]);
const PASSWORD_NEEDED = { status: 403, code: 'PASSWORD_NEEDED' };
const isAsked = ({ body }: ApiAnswer) => body.code === 'PASSWORD_NEEDED';

describe('a password of more than ten minutes ago', () => {
  it.each(ACTS)('is not enough for %s %s', async (method, path, body) => {
    await givenAgo(10.1);
    expectError(await act(method, path, body), PASSWORD_NEEDED);
    // A token and a key are no session.
    expect(isAsked(await gateway.call(method, path, { token: gateway.token, body }))).toBe(false);
  });

  it.each(HARMLESS)('is enough for %s %s', async (method, path, body) => {
    await givenAgo(59);
    expect(isAsked(await act(method, path, body))).toBe(false);
  });

  it('is asked of nobody who may not do it anyway', async () => {
    await gateway.database.db.query("UPDATE users SET role = 'READER' WHERE email = $1", [DEMO.email]);
    await givenAgo(30);
    expectError(await act('POST', '/api-keys', {}), { status: 403, code: 'FORBIDDEN' });
    await gateway.database.db.query("UPDATE users SET role = 'OWNER' WHERE email = $1", [DEMO.email]);
  });

  it('is younger after it was given again, and everything goes on', async () => {
    await givenAgo(30);
    expect((await mine('PUT', '/dashboard/session', { password: DEMO.password })).status).toBe(200);
    for (const [method, path, body] of ACTS) expect(isAsked(await act(method, path, body))).toBe(false);
    await givenAgo(9.9);
    for (const [method, path, body] of ACTS) expect(isAsked(await act(method, path, body))).toBe(false);
  });
});

describe('refunds above the threshold of the company', () => {
  const env = () => ({ DATABASE_URL: gateway.database.url });
  const set = (company: TestCompany, cents: string) =>
    cliJson(env(), 'company', 'set', String(company.id), '--confirm-above', cents);

  it('ask for the password at the dashboard, once the operator has set one', async () => {
    const shop = await openCompany(gateway);
    const [first, second] = [await createPaid(gateway, shop, 10_000), await createPaid(gateway, shop, 10_000)];
    const refund = (id: number, amount?: number) =>
      act('POST', '/payments/pix/refund', { transaction_id: id, ...(amount === undefined ? {} : { amount }) });
    await givenAgo(30);
    expect((await refund(first, 10)).status).toBe(200);
    expect(await set(shop, '5000')).toMatchObject({ confirm_above_cents: 5000 });
    expectError(await refund(first, 50.01), PASSWORD_NEEDED);
    expectError(await refund(first), PASSWORD_NEEDED);
    expectError(await act('POST', '/payments/reversal', { transaction_id: second }), PASSWORD_NEEDED);
    expect((await refund(first, 50)).status).toBe(200);
    // What is not there, or is wrong, is told as ever.
    expectError(await refund(NOBODY, 60), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    const byToken = await gateway.post('/payments/pix/refund', { transaction_id: first, amount: 10 }, shop.session);
    expect(byToken.status).toBe(200);
    await givenAgo(9);
    expect((await act('POST', '/payments/reversal', { transaction_id: second })).status).toBe(200);
    expect(await set(shop, 'none')).toMatchObject({ confirm_above_cents: null });
  });
});

describe('both sides of a change', () => {
  const newest = async (action: string) =>
    (await gateway.get(`/audit-log?action=${action}&limit=1`)).body.data[0].details as Record<string, unknown>;

  it('of a split: who receives what, before and after', async () => {
    await givenAgo(0);
    const [shop, one, two] = [await openCompany(gateway), await openCompany(gateway), await openCompany(gateway)];
    const put = (splitParticipants: object[]) => act('PUT', `/companies/${shop.id}/split`, { splitParticipants });
    expect((await put([participant(one, { amountSplit: 1_000 })])).status).toBe(200);
    expect((await put([participant(two, { amountSplit: 2_500, discountGrossAmount: false })])).status).toBe(200);
    expect(await newest('split.changed')).toMatchObject({
      split: [`company ${two.id} SECONDARY 2500 bp`],
      split_before: [expect.stringMatching(new RegExp(`^company ${one.id} SECONDARY 1000 bp`))],
    });
  });

  it('of a webhook: its address, its events and its state', async () => {
    const { id } = (await act('POST', '/webhooks', { url: 'https://um.example/a', events: ['webhook.test'] })).body;
    await act('PATCH', `/webhooks/${id}`, { url: 'https://dois.example/b?token=segredo', status: 'DISABLED' });
    expect(await newest('webhook.changed')).toEqual({
      changed: ['url', 'status'],
      host: 'dois.example',
      host_before: 'um.example',
      address: 'https://dois.example/b',
      address_before: 'https://um.example/a',
      status: 'DISABLED',
      status_before: 'ACTIVE',
    });
    await act('DELETE', `/webhooks/${id}`);
    expect(await newest('webhook.removed')).toEqual({ address: 'https://dois.example/b' });
  });

  it('of a name, and of what the operator changes', async () => {
    await act('PATCH', '/users/me', { name: 'Outra' });
    expect(await newest('profile.changed')).toEqual({ name: 'Outra', name_before: 'Demo' });
    await act('PATCH', '/users/me', { name: 'Demo' });
    const shop = await openCompany(gateway);
    const env = { DATABASE_URL: gateway.database.url };
    await cliJson(env, 'company', 'set', String(shop.id), '--pix-fee-bp', '77', '--status', 'INACTIVE');
    expect(await newest('company.changed')).toMatchObject({
      changed: ['status', 'pix.fee_basis_points'],
      status: 'INACTIVE',
      status_before: 'ACTIVE',
      'pix.fee_basis_points': 77,
    });
  });
});

describe('the second factor', () => {
  it('is asked for, too, where there is one', async () => {
    await givenAgo(0);
    expect((await act('POST', '/users/me/second-factor', {})).status).toBe(201);
    const [row] = await gateway.database.db.query<{ sealed: string }>(
      'SELECT secret_sealed AS sealed FROM second_factors',
    );
    const secret = openSecondFactor(gateway.vintem.deps.webhooks, row?.sealed ?? '');
    const step = stepAt(new Date());
    expect((await act('POST', '/users/me/second-factor/confirm', { otp: codeOf(secret, step - 1) })).status).toBe(200);
    const otp = codeOf(secret, step);
    await givenAgo(30);
    const give = (more: object) => mine('PUT', '/dashboard/session', { password: DEMO.password, ...more });
    expectError(await give({}), invalid('otp'));
    expectError(await give({ otp: '000000' }), invalid('otp'));
    expectError(await give({ password: 'x', otp }), invalid('password'));
    expectError(await act('POST', '/api-keys', { name: 'x', scopes: ['read'] }), PASSWORD_NEEDED);
    expect((await give({ otp })).status).toBe(200);
    expect((await act('POST', '/api-keys', { name: 'x', scopes: ['read'] })).status).toBe(201);
    // A code serves once.
    expectError(await give({ otp }), invalid('otp'));
  });
});
