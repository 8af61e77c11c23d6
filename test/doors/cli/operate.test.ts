import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startByHand } from '../../../src/rails/fake-bank/start-by-hand.ts';
import { fillBankFolder } from '../../support/banks/bank-identities.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';
import { cliJson, runCli } from './run-cli.ts';

const ADDRESS = ['--city', 'São Paulo', '--state', 'sp', '--zip', '01310-100', '--address', 'Av. Paulista, 1'];

let gateway: TestGateway;
let env: Record<string, string>;
beforeAll(async () => {
  gateway = await startTestGateway();
  env = { DATABASE_URL: gateway.database.url };
});
afterAll(() => gateway.close());

const logIn = (email: string, password: string) => gateway.call('POST', '/auth', { body: { email, password } });

async function openShop(email: string) {
  const merchant = await cliJson(
    env,
    'merchant',
    'create',
    '--name',
    'Padaria',
    '--email',
    email,
    '--password',
    'pão-de-queijo',
  );
  const merchantId = String(merchant.merchant_id);
  const details = ['--name', 'Padaria Centro', '--document', '11.222.333/0001-81', ...ADDRESS];
  const company = await cliJson(env, 'company', 'create', '--merchant', merchantId, ...details);
  const companyId = String(company.company_id);
  const token = await cliJson(env, 'company', 'token', 'create', '--company', companyId);
  const session = (await logIn(email, 'pão-de-queijo')).body.response.token as string;
  return { merchantId, companyId, tokenId: String(token.token_id), accessToken: token.access_token as string, session };
}

it('opens a shop that can take orders, until its token is revoked', async () => {
  const shop = await openShop('Padaria@Example.com');
  const order = orderBody({ access_token: shop.accessToken });
  expect((await gateway.post('/payments/order', order, shop.session)).body).toMatchObject({ success: true });
  // The session of another merchant cannot use it.
  expect((await gateway.post('/payments/order', order)).status).toBe(403);

  const other = await cliJson(env, 'company', 'token', 'create', '--company', shop.companyId);
  const revoked = await cliJson(
    env,
    'company',
    'token',
    'revoke',
    '--company',
    shop.companyId,
    '--token-id',
    shop.tokenId,
  );
  expect(revoked).toMatchObject({ status: 'REVOKED' });
  await eventually(async () => {
    const refused = await gateway.post('/payments/order', order, shop.session);
    expect(refused).toMatchObject({ status: 403, body: { code: 'ACCESS_TOKEN_INVALID' } });
  });
  expect(
    (await gateway.post('/payments/order', orderBody({ access_token: other.access_token }), shop.session)).status,
  ).toBe(200);

  const listed = await runCli(env, 'company', 'token', 'list', '--company', shop.companyId);
  expect(listed.out).toMatch(/\| REVOKED \|.*\n.*\| ACTIVE \|/);
  expect(listed.out).not.toContain(other.access_token);
  const again = await runCli(
    env,
    'company',
    'token',
    'revoke',
    '--company',
    shop.companyId,
    '--token-id',
    shop.tokenId,
  );
  expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is not an active token') });
});

it('deactivates and activates a merchant, within moments', async () => {
  const shop = await openShop('liga@example.com');
  expect((await gateway.get('/auth', shop.session)).status).toBe(200);
  expect((await runCli(env, 'merchant', 'deactivate', shop.merchantId)).out).toBe(
    `merchant ${shop.merchantId} is INACTIVE\n`,
  );
  await eventually(async () => expect((await gateway.get('/auth', shop.session)).status).toBe(401));
  expect((await logIn('liga@example.com', 'pão-de-queijo')).status).toBe(401);
  await cliJson(env, 'merchant', 'activate', shop.merchantId);
  expect((await gateway.get('/auth', shop.session)).status).toBe(200);
});

it('changes a password and ends the sessions', async () => {
  const shop = await openShop('senha@example.com');
  const fromEnvironment = { ...env, VINTEM_PASSWORD: 'goiabada com queijo' };
  const changed = await runCli(fromEnvironment, 'user', 'password', '--email', 'SENHA@example.com');
  expect(changed.code).toBe(0);
  expect(changed.out).not.toContain('goiabada');
  await eventually(async () => expect((await gateway.get('/auth', shop.session)).status).toBe(401));
  expect((await logIn('senha@example.com', 'pão-de-queijo')).status).toBe(401);
  expect((await logIn('senha@example.com', 'goiabada com queijo')).status).toBe(200);

  const generated = await cliJson(env, 'user', 'password', '--email', 'senha@example.com');
  expect((await logIn('senha@example.com', generated.password)).status).toBe(200);
});

it('sets what a company offers, costs and shares', async () => {
  const shop = await openShop('taxas@example.com');
  const partner = await openShop('parceira@example.com');
  const split = [
    {
      company_id: Number(partner.companyId),
      merchantType: 'SECONDARY',
      type: 'PERCENTAGE',
      chargeFee: false,
      discountGrossAmount: true,
      amountSplit: 1000,
    },
  ];
  const company = ['company', 'set', '--company', shop.companyId];
  const pix = [
    '--pix-fee-fixed',
    '35',
    '--pix-fee-bp',
    '99',
    '--pix-settlement-days',
    '1',
    '--pix-fee-on-refund',
    'kept',
  ];
  const retention = ['--retention-bp', '500', '--retention-days', '30'];
  const set = await cliJson(
    env,
    ...company,
    ...pix,
    '--invoice-enabled',
    'false',
    ...retention,
    '--payer-receipts',
    'on',
    '--split',
    JSON.stringify(split),
  );
  expect(set).toMatchObject({
    status: 'ACTIVE',
    retention_basis_points: 500,
    retention_days: 30,
    payer_receipts: true,
    split,
  });
  expect(set.plans).toEqual([
    {
      payment_type: 'pix',
      enabled: true,
      fee_fixed_cents: 35,
      fee_basis_points: 99,
      fee_on_refund: 'kept',
      settlement_days: 1,
      acquirer: null,
    },
    {
      payment_type: 'invoice',
      enabled: false,
      fee_fixed_cents: 0,
      fee_basis_points: 0,
      fee_on_refund: 'returned',
      settlement_days: 1,
      acquirer: null,
    },
  ]);
  const boleto = await gateway.post('/payments/order', boletoBody({ access_token: shop.accessToken }), shop.session);
  expect(boleto).toMatchObject({ status: 400, body: { code: 'PAYMENT_TYPE_NOT_ENABLED' } });

  // Settings that are not named stay; an empty split removes the split.
  const renamed = await cliJson(env, ...company, '--name', 'Padaria Nova', '--status', 'INACTIVE', '--split', '[]');
  expect(renamed).toMatchObject({
    name: 'Padaria Nova',
    status: 'INACTIVE',
    retention_days: 30,
    split: [],
    plans: set.plans,
  });
  await eventually(async () => {
    const order = await gateway.post('/payments/order', orderBody({ access_token: shop.accessToken }), shop.session);
    expect(order).toMatchObject({ status: 403, body: { code: 'ACCESS_TOKEN_INVALID' } });
  });
  expect((await runCli(env, 'company', 'list')).out).toMatch(/\| Padaria Nova \| 11\.222\.333\/0001-81 \| INACTIVE \|/);
});

it('sets when payers of boletos are reminded', async () => {
  const shop = await openShop('lembretes@example.com');
  const company = ['company', 'set', shop.companyId, '--reminders'];
  const set = (days: string) => runCli(env, ...company.slice(0, -1), `--reminders=${days}`);
  expect((await set('-3,0,3')).out).toContain('  reminders of boletos by e-mail: -3, 0, 3 days from the due date\n');
  expect((await runCli(env, ...company, '-7,1')).out).toContain('-7, 1 days from the due date\n');
  expect(await cliJson(env, ...company, '5')).toMatchObject({ reminder_days: [5] });
  for (const wrong of ['soon', '31', '1,2,3,4,5,6', '1,1', '']) {
    const refused = await set(wrong);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^vintem: reminders [^\n]+\n$/);
  }
  expect((await set('off')).out).toContain('  reminders of boletos by e-mail: off\n');
  expect(await cliJson(env, ...company, 'off')).toMatchObject({ reminder_days: null });
});

it('sets who issues the payments of a company, from the acquirers that are here', async () => {
  const shop = await openShop('adquirente@example.com');
  const company = ['company', 'set', '--company', shop.companyId];
  const { plans } = await cliJson(env, ...company, '--pix-acquirer', 'sandbox');
  expect(plans).toMatchObject([
    { payment_type: 'pix', acquirer: 'sandbox' },
    { payment_type: 'invoice', acquirer: null },
  ]);
  expect((await runCli(env, ...company, '--invoice-acquirer', 'sandbox')).out).toMatch(
    /invoice: .*, issued by sandbox\n/,
  );
  const unknown = 'vintem: --pix-acquirer: unknown acquirer "bank"; known: sandbox\n';
  expect(await runCli(env, ...company, '--pix-acquirer', 'bank')).toMatchObject({ code: 1, err: unknown });
  const none = 'vintem: --pix-acquirer: unknown acquirer "sandbox"; this mode has none yet\n';
  expect(await runCli({ ...env, VINTEM_MODE: 'live' }, ...company, '--pix-acquirer', 'sandbox')).toMatchObject({
    code: 1,
    err: none,
  });
});

it('charges through a bank also in a sandbox: by an old PKCS#12 file, called back over plain http', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vintem-sandbox-bank-'));
  await fillBankFolder(folder);
  const { bank, close } = await startByHand({ folder, port: 0, controlPort: 0 });
  const run = (...args: string[]) => runCli({ ...env, PUBLIC_URL: gateway.vintem.url }, ...args);
  const shop = await openShop('banco@example.com');
  try {
    const set = await run('acquirer', 'set', 'teste', '--file', join(folder, 'acquirer-pkcs12.json'));
    expect(set).toMatchObject({ code: 0, out: expect.stringMatching(/^acquirer teste stored: standard at https:/) });
    expect(await run('acquirer', 'register-webhook', 'teste')).toMatchObject({
      code: 0,
      out: expect.stringContaining('\nwarning: the address is not https'),
    });
    expect(await run('acquirer', 'check', 'teste')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`webhook: registered, at ${gateway.vintem.url}`),
    });
    expect(await run('company', 'set', shop.companyId, '--pix-acquirer', 'teste')).toMatchObject({ code: 0 });
    const order = orderBody({ access_token: shop.accessToken });
    const { id } = await eventually(async () => {
      const { body } = await gateway.post('/payments/order', order, shop.session);
      expect(bank.control.charges()).toHaveLength(1);
      return body.transaction;
    }, 10_000);
    await bank.control.pay(String(bank.control.charges()[0]?.['txid']));
    expect(bank.callbacks()).toMatchObject([{ result: 200, url: expect.stringMatching(/^http:.*\/pix$/) }]);
    const read = async () => (await gateway.get(`/transactions/${id}`, shop.session)).body;
    await eventually(async () => expect((await read()).status).toBe(2), 10_000);

    // Each acquirer owes what came through it and was not given back.
    const ofSandbox = (await gateway.post('/payments/order', orderBody())).body.transaction;
    await gateway.post(`/sandbox/transactions/${ofSandbox.id}/pay`);
    expect((await gateway.post('/payments/pix/refund', { transaction_id: ofSandbox.id, amount: 4 })).status).toBe(200);
    const owed = [
      { acquirer: 'sandbox', owed_cents: 10_000 - 400 },
      { acquirer: 'teste', owed_cents: 10_000 },
    ];
    expect(await cliJson(env, 'acquirer', 'owed')).toEqual(owed);

    // Nobody charges through it any more, and what it was paid for may still be given back.
    expect(await run('company', 'set', '--company', shop.companyId, '--pix-acquirer', 'sandbox')).toMatchObject({
      code: 0,
    });
    const needed = 'vintem: 1 payments still need teste: they are open, or were paid in the last 90 days\n';
    expect(await run('acquirer', 'remove', 'teste')).toMatchObject({ code: 1, err: needed });
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
});

it('shows the books as a whole: what a day moved, what the platform earned', async () => {
  const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, {});
  await gateway.get(`/transactions/${id}?payment_type=PIX`);
  const lines: { account: string; debitCents: number; creditCents: number; balanceCents: number }[] = await cliJson(
    env,
    ...['books', 'trial-balance'],
  );
  const sum = (name: 'debitCents' | 'creditCents' | 'balanceCents') => lines.reduce((all, line) => all + line[name], 0);
  expect(lines.map(({ account }) => account)).toContain('platform_fee');
  expect([sum('balanceCents'), sum('debitCents') - sum('creditCents')]).toEqual([0, 0]);
  const csv = await runCli(env, 'books', 'trial-balance', '--csv');
  expect(csv.out.split('\n')[0]).toBe('day,account,acquirer,opening_balance,debits,credits,balance');
  const fees = await cliJson(env, 'books', 'fees', '--by', 'company', '--interval', 'month');
  expect(fees.lines).toContainEqual(
    expect.objectContaining({ company: expect.objectContaining({ name: 'Loja Demo' }) }),
  );
  expect((await runCli(env, 'books', 'fees', '--csv')).out).toContain(',Loja Demo,');
  expect(await runCli(env, 'books', 'fees', '--from', 'soon')).toMatchObject({ code: 1 });
  expect((await runCli(env, 'books', 'trial-balance', '--from', '2026-12-31', '--to', '2026-01-01')).code).toBe(1);
});

it('notes a backup of an external database, and refuses one that is still to come', async () => {
  const at = '2026-11-16T04:00:00.000Z';
  expect(await cliJson(env, 'backed-up', '--at', at, '--proved')).toEqual({ made_at: at, proved: true });
  await cliJson(env, 'backed-up');
  const noted = await gateway.database.db.query('SELECT made_by, is_proved FROM backups ORDER BY made_at');
  expect(noted).toEqual([
    { made_by: 'elsewhere', is_proved: true },
    { made_by: 'elsewhere', is_proved: false },
  ]);
  for (const wrong of ['2026-11-16', 'yesterday', '2999-01-01T00:00:00Z'])
    expect((await runCli(env, 'backed-up', '--at', wrong)).code).toBe(1);
});
