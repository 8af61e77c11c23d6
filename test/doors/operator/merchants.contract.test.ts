import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let call: OperatorCall;
let merchant: number;
let company: number;
let person: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  call = await openConsoleAsAdmin(gateway);
  const only = async (sql: string) => (await gateway.database.db.query<{ id: number }>(sql))[0]?.id as number;
  merchant = await only("SELECT id FROM merchants WHERE name = 'Parceiro'");
  company = await only("SELECT id FROM companies WHERE name = 'Loja Demo'");
  person = await only("SELECT id FROM users WHERE email = 'parceiro@vintem.dev'");
});
afterAll(() => gateway.close());

const reason = 'ticket 4711';
const lastOf = async (action: string) =>
  (
    await gateway.database.db.query<{ details: object; merchant_id: number; actor_kind: string }>(
      'SELECT details, merchant_id, actor_kind FROM audit_log WHERE action = $1 ORDER BY id DESC LIMIT 1',
      [action],
    )
  )[0];
const namesFor = async (q: string) =>
  (await call('GET', `/merchants?q=${encodeURIComponent(q)}`)).body.data.map(({ name }: { name: string }) => name);

describe('merchants', () => {
  it('are listed without the installation, and found by name, company, document, id and e-mail', async () => {
    const { body } = await call('GET', '/merchants');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Parceiro', 'Demo']);
    expect(body).toMatchObject({ total: 2, page: 1 });
    expect(await namesFor('parc')).toEqual(['Parceiro']);
    expect(await namesFor('Marketplace')).toEqual(['Demo']);
    expect(await namesFor('11.222.333/0001-81')).toEqual(['Demo']);
    expect(await namesFor(String(merchant))).toEqual(['Parceiro']);
    expect(await namesFor('Parceiro@vintem.dev')).toEqual(['Parceiro']);
    expect(await namesFor('%')).toEqual([]);
    expect(await namesFor('operacao@vintem.dev')).toEqual([]);
    expect((await call('GET', '/merchants?status=INACTIVE')).body.data).toEqual([]);
  });

  it('show their establishments, their people masked, and what would stop', async () => {
    const { body } = await call('GET', `/merchants/${merchant}`);
    expect(body).toMatchObject({
      name: 'Parceiro',
      establishments: [{ name: 'Parceiro Demo', document: '12345678000195', active_tokens: 1 }],
      users: [{ email: 'p***@v***.dev', name: 'P***', role: 'OWNER', second_factor: false }],
      would_stop: { people: 1, companies: 1, access_tokens: 1, api_keys: 0, pending_payments: 0 },
    });
    for (const id of [0, 987_654]) expect((await call('GET', `/merchants/${id}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('are shut out and let in, with a reason', async () => {
    expectError(await call('PATCH', `/merchants/${merchant}`, { status: 'INACTIVE' }), invalid('reason'));
    const shut = await call('PATCH', `/merchants/${merchant}`, { status: 'INACTIVE', reason });
    expect(shut.body.status).toBe('INACTIVE');
    expectError(await gateway.post('/auth', { email: 'parceiro@vintem.dev', password: 'vintem-demo' }), {
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect(await lastOf('merchant.changed')).toMatchObject({
      merchant_id: merchant,
      actor_kind: 'operator',
      details: { status: 'INACTIVE', reason },
    });
    expect((await call('PATCH', `/merchants/${merchant}`, { status: 'ACTIVE', reason })).body.status).toBe('ACTIVE');
    expect((await call('PATCH', '/merchants/987654', { status: 'ACTIVE', reason })).status).toBe(404);
  });

  it('begin here, with an establishment that is ready for its terms', async () => {
    const made = await call('POST', '/merchants', { name: 'Padaria Sol', email: 'dona@padaria.example' });
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(/\/dashboard\/reset#/);
    const form = { name: 'Padaria', document: '45.723.174/0001-10', address: 'Rua 1', city: 'Recife', state: 'PE' };
    const path = `/merchants/${made.body.merchant_id}/companies`;
    expectError(await call('POST', path, { ...form, zip: 'x' }), { status: 400, code: 'VALIDATION_ERROR' });
    const created = await call('POST', path, { ...form, zip: '50050-000' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Padaria',
      retention: { basis_points: 0 },
      choices: { pix: ['sandbox'] },
    });
    const password = { token: made.body.url.split('#')[1], password: 'broa de milho quentinha' };
    const headers = { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' };
    expect((await gateway.call('PUT', '/dashboard/password-reset', { body: password, headers })).status).toBe(204);
    const invited = await call('POST', '/merchants/invitations', { name: 'Bar', email: 'bar@bar.example' });
    expect(invited.body.url).toMatch(/\/dashboard\/invitation#/);
    expectError(await call('POST', '/merchants', { name: 'X', email: 'demo@vintem.dev' }), invalid('email'));
  });
});

describe('establishments', () => {
  it('get other terms by the operation of the command line, logged with both sides', async () => {
    const before = (await call('GET', `/companies/${company}`)).body;
    expect(before.plans).toContainEqual(expect.objectContaining({ payment_type: 'pix', fee_basis_points: 100 }));
    const change = {
      pix: { fee_basis_points: 99, settlement_days: 1 },
      retention: { basis_points: 500, days: 30 },
      payout_fee: 150,
      reason,
    };
    const { status, body } = await call('PATCH', `/companies/${company}/terms`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ retention: { basis_points: 500, days: 30 }, payouts: { fee: 150 } });
    expect(body.plans).toContainEqual(
      expect.objectContaining({ payment_type: 'pix', fee_basis_points: 99, settlement_days: 1, enabled: true }),
    );
    expect((await lastOf('company.changed'))?.details).toMatchObject({
      'pix.fee_basis_points': 99,
      'pix.fee_basis_points_before': 100,
      'payout.fee_cents': 150,
      'payout.fee_cents_before': 0,
      reason,
    });
    expectError(await call('PATCH', `/companies/${company}/terms`, { pix: { fee_basis_points: 10_001 }, reason }), {
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    expectError(await call('PATCH', '/companies/987654/terms', { reason }), { status: 404, code: 'COMPANY_NOT_FOUND' });
  });

  it('get other rails, caps and rules', async () => {
    const change = {
      pix: { acquirer: 'sandbox' },
      invoice: { enabled: false },
      confirm_above: 5_000,
      late_caps: false,
      reminder_days: [-3, 0],
      payouts: { most: 100_000, day: null, to_others: true },
      reason,
    };
    const { status, body } = await call('PATCH', `/companies/${company}/rails`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      confirm_above: 5_000,
      late_caps: false,
      reminder_days: [-3, 0],
      payouts: { most: 100_000, day: null, to_others: true },
    });
    expect(body.plans).toContainEqual(expect.objectContaining({ payment_type: 'pix', acquirer: 'sandbox' }));
    expect(body.plans).toContainEqual(expect.objectContaining({ payment_type: 'invoice', enabled: false }));
    expectError(
      await call('PATCH', `/companies/${company}/rails`, { pix: { acquirer: 'nobody' }, reason }),
      invalid('pix.acquirer'),
    );
    const tooMuch = { confirm_above: Number.MAX_SAFE_INTEGER + 1, reason };
    expectError(await call('PATCH', `/companies/${company}/rails`, tooMuch), invalid('confirm_above'));
    const back = { pix: { acquirer: null }, confirm_above: null, payouts: { most: null }, reason };
    const undone = (await call('PATCH', `/companies/${company}/rails`, back)).body;
    expect(undone).toMatchObject({ confirm_above: null, payouts: { most: null } });
    expect(undone.plans).toContainEqual(expect.objectContaining({ payment_type: 'pix', acquirer: null }));
  });

  it('divide what they take among establishments of any merchant, whole or not at all', async () => {
    const only = async (sql: string) => (await gateway.database.db.query<{ id: number }>(sql))[0]?.id as number;
    const partner = await only("SELECT id FROM companies WHERE name = 'Parceiro Demo'");
    const terms = { merchantType: 'SECONDARY', type: 'PERCENTAGE', chargeFee: false, discountGrossAmount: true };
    const part = { company_id: partner, ...terms, amountSplit: 1_000 };
    const change = (split: object[]) => call('PATCH', `/companies/${company}/terms`, { split, reason });
    const { body } = await change([part]);
    expect(body.split).toEqual([{ ...part, name: 'Parceiro Demo' }]);
    expect((await lastOf('company.changed'))?.details).toMatchObject({ changed: ['split'], reason });
    expectError(await change([{ ...part, company_id: 987_654 }]), {
      status: 400,
      code: 'SPLIT_PARTICIPANT_INVALID',
      field: 'split[0].company_id',
    });
    expectError(await change([part, part]), { status: 400, code: 'SPLIT_DUPLICATE_PARTICIPANT' });
    expectError(await change([{ ...part, amountSplit: 10_001 }]), { status: 400, code: 'SPLIT_PERCENTAGE_EXCEEDED' });
    expect((await call('GET', `/companies/${company}`)).body.split).toHaveLength(1);
    // Whoever switches the partner off is told whose orders that refuses.
    expect((await call('GET', `/companies/${partner}`)).body.would_stop).toEqual({
      access_tokens: 1,
      payment_links: 0,
      splits: 1,
      pending_payments: 0,
    });
    expect((await change([])).body.split).toEqual([]);
    expect((await call('GET', `/companies/${partner}`)).body.would_stop.splits).toBe(0);
  });

  it('say what stops without them', async () => {
    const seen = async () => (await call('GET', `/companies/${company}`)).body.would_stop;
    expect(await seen()).toEqual({ access_tokens: 1, payment_links: 0, splits: 0, pending_payments: 0 });
    await gateway.post('/payments/order', orderBody());
    const items = [{ name: 'Camiseta', quantity: 1, price: 4_000 }];
    const link = { company_id: company, title: 'Camiseta', methods: ['pix'], items };
    const made = await gateway.post('/payment-links', link);
    expect(made.status).toBeLessThan(300);
    expect(await seen()).toEqual({ access_tokens: 1, payment_links: 1, splits: 0, pending_payments: 1 });
    await gateway.call('PATCH', `/payment-links/${made.body.id}`, {
      body: { status: 'DISABLED' },
      token: gateway.token,
    });
    expect((await seen()).payment_links).toBe(0);
  });
});

describe('people of merchants', () => {
  it('get a reset link, lose sessions and second factors, each with a reason', async () => {
    expectError(await call('POST', `/people/${person}/reset-link`, {}), invalid('reason'));
    const link = await call('POST', `/people/${person}/reset-link`, { reason });
    expect(link.body.url).toMatch(/\/dashboard\/reset#/);
    expect(await lastOf('password.reset_asked')).toMatchObject({ merchant_id: merchant, details: { reason } });
    expect((await gateway.get('/transactions', gateway.otherToken)).status).toBe(200);
    expect((await call('POST', `/people/${person}/end-sessions`, { reason })).status).toBe(204);
    expect(await lastOf('sessions.ended')).toMatchObject({ merchant_id: merchant, details: { reason } });
    expectError(await call('POST', `/people/${person}/remove-second-factor`, { reason }), invalid('email'));
    await gateway.database.db.query(
      `INSERT INTO second_factors (merchant_id, user_id, secret_sealed, created_at, confirmed_at)
       VALUES ($1, $2, 'x', now(), now())`,
      [merchant, person],
    );
    expect((await call('POST', `/people/${person}/remove-second-factor`, { reason })).status).toBe(204);
    expect(await lastOf('totp.disabled')).toMatchObject({ merchant_id: merchant, details: { reason } });
    expect(await gateway.database.db.query('SELECT FROM second_factors')).toEqual([]);
  });

  it('are no operators', async () => {
    const [operator] = await gateway.database.db.query<{ id: number }>('SELECT id FROM users WHERE merchant_id = 0');
    for (const act of ['reset-link', 'end-sessions', 'remove-second-factor', 'reveal'])
      expectError(await call('POST', `/people/${operator?.id}/${act}`, { reason }), {
        status: 404,
        code: 'USER_NOT_FOUND',
      });
  });
});
