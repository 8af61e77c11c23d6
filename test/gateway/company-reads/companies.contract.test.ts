import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_REVOKED_TOKENS, MAX_ACTIVE_TOKENS } from '../../../src/parties/companies/issue-token.ts';
import { expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  BOLETO,
  balanceOf,
  createPaid,
  fixSplit,
  ONE_PERCENT,
  openCompany,
  order,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
let partner: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  partner = await openCompany(gateway, { of: 'partner' });
});
afterAll(() => gateway.close());

const read = async (company: TestCompany) => {
  const answer = await gateway.get(`/companies/${company.id}`, company.session);
  expect(answer.status).toBe(200);
  return answer.body;
};
const issue = (company: TestCompany) =>
  gateway.post(`/companies/${company.id}/access-tokens`, undefined, company.session);
const revoke = (company: TestCompany, tokenId: number | string) =>
  gateway.call('DELETE', `/companies/${company.id}/access-tokens/${tokenId}`, { token: company.session });

describe('GET /companies', () => {
  it('lists the merchant’s own by id, each with the balance that /balance/list gives', async () => {
    await createPaid(gateway, shop, 10_000);
    await createPaid(gateway, shop, 5_000, BOLETO);
    const { status, body } = await gateway.get('/companies?limit=100');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, page: 1, lastPage: 1, itemsPerPage: 100 });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Loja Demo', 'Marketplace Demo', shop.name]);
    const balance = await balanceOf(gateway, shop);
    expect(balance.available).toBeGreaterThan(0);
    expect(balance.future).toBeGreaterThan(0);
    expect(balance.retention).toBeGreaterThan(0);
    expect(body.data[2]).toEqual({
      id: shop.id,
      name: shop.name,
      document: '11222333000181',
      status: 'ACTIVE',
      balance,
      active_tokens: 1,
    });
    expect(body.data[1].balance).toEqual({ available: 0, future: 0, retention: 0 });
  });

  it('has pages', async () => {
    const second = (await gateway.get('/companies?page=2&limit=1')).body;
    expect(second).toMatchObject({ data: [{ name: 'Marketplace Demo' }], total: 3, lastPage: 3 });
    expect((await gateway.get('/companies?page=9')).body).toMatchObject({ data: [], total: 3, lastPage: 1 });
  });
});

describe('GET /companies/{id}', () => {
  it('shows terms, split and tokens, and of a foreign participant no more than its name', async () => {
    const owner = await openCompany(gateway, {
      pix: { fee_fixed_cents: 50, fee_basis_points: 120, fee_on_refund: 'kept', settlement_days: 2 },
      retention: { basisPoints: 250, days: 15 },
    });
    await fixSplit(gateway, owner, [[partner, { amountSplit: 1500, chargeFee: true }]]);
    expect(await read(owner)).toEqual({
      id: owner.id,
      name: owner.name,
      document: '11222333000181',
      status: 'ACTIVE',
      balance: { available: 0, future: 0, retention: 0 },
      active_tokens: 1,
      address: { line_1: 'Rua A, 1', city: 'São Paulo', state: 'SP', zip_code: '01310100' },
      created_at: expect.stringMatching(ISO_UTC),
      reminder_days: [],
      plans: [
        {
          payment_type: 'pix',
          enabled: true,
          fee_fixed: 50,
          fee_basis_points: 120,
          fee_on_refund: 'kept',
          settlement_days: 2,
        },
        {
          payment_type: 'invoice',
          enabled: true,
          fee_fixed: 0,
          fee_basis_points: 0,
          fee_on_refund: 'returned',
          settlement_days: 1,
        },
      ],
      retention: { basis_points: 250, days: 15 },
      split: [
        {
          company_id: partner.id,
          name: partner.name,
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          chargeFee: true,
          discountGrossAmount: true,
          amountSplit: 1500,
        },
      ],
      access_tokens: [
        {
          id: expect.any(Number),
          hint: `…${owner.token.slice(-4)}`,
          status: 'ACTIVE',
          created_at: expect.stringMatching(ISO_UTC),
          revoked_at: null,
        },
      ],
    });
  });
});

describe('access tokens', () => {
  it('are shown once, take orders at once, and are listed as revoked when they were', async () => {
    const owner = await openCompany(gateway);
    const { status, body } = await issue(owner);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        hint: `…${body.token.slice(-4)}`,
        created_at: expect.stringMatching(ISO_UTC),
        token: expect.stringMatching(/^est_[\w-]{43}$/),
      },
    });
    const ask = () => order(gateway, { ...owner, token: body.token }, 1_000);
    expect((await ask()).status).toBe(200);
    expect(JSON.stringify(await read(owner))).not.toContain(body.token);

    expect(await revoke(owner, body.id)).toMatchObject({ status: 204, body: '' });
    const details = await read(owner);
    expect(details.active_tokens).toBe(1);
    expect(details.access_tokens).toContainEqual({
      id: body.id,
      hint: body.hint,
      status: 'REVOKED',
      created_at: body.created_at,
      revoked_at: expect.stringMatching(ISO_UTC),
    });
    expectError(await revoke(owner, body.id), { status: 404, code: 'ACCESS_TOKEN_NOT_FOUND' });
    // The one beside it works on.
    expect((await order(gateway, owner, 1_000)).status).toBe(200);
  });

  it('are at most so many at a time, however many are asked for at once', async () => {
    const owner = await openCompany(gateway);
    const answers = await Promise.all(Array.from({ length: MAX_ACTIVE_TOKENS + 4 }, () => issue(owner)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const answer of refused) expectError(answer, { status: 400, code: 'ACCESS_TOKENS_EXCEEDED' });
    expect(refused[0]?.body.details).toEqual({ maximum: MAX_ACTIVE_TOKENS });
    const created = answers.find(({ status }) => status === 201)?.body;
    expect((await revoke(owner, created.id)).status).toBe(204);
    expect((await issue(owner)).status).toBe(201);
  });

  it('fill nothing when they are issued and revoked for ever', async () => {
    const owner = await openCompany(gateway);
    await gateway.database.db.query(
      `INSERT INTO company_access_tokens (company_id, token_hash, hint, status, created_at, revoked_at)
       SELECT $1::bigint, decode(md5($1::bigint || ' ' || n), 'hex'), '…', 'REVOKED', '2026-01-01',
         timestamptz '2026-01-01' + n * interval '1 hour'
       FROM generate_series(1, 80) n`,
      [owner.id],
    );
    const { id } = (await issue(owner)).body;
    const { access_tokens } = await read(owner);
    expect(access_tokens).toHaveLength(KEPT_REVOKED_TOKENS + 2);
    const revoked = access_tokens.filter(({ status }: { status: string }) => status === 'REVOKED');
    expect(revoked[0].revoked_at).toBe('2026-01-02T07:00:00.000Z');
    expect(access_tokens.at(-1).id).toBe(id);
  });

  it('of a sister company are not revoked by the wrong address', async () => {
    const [owner, sister] = [await openCompany(gateway), await openCompany(gateway)];
    const [own] = (await read(sister)).access_tokens;
    expectError(await revoke(owner, own.id), { status: 404, code: 'ACCESS_TOKEN_NOT_FOUND' });
    expect((await read(sister)).active_tokens).toBe(1);
    for (const id of ['0', '-1', 'abc', '1.5']) expectError(await revoke(owner, id), invalid('tokenId'));
    expectError(await revoke(owner, '99999999999999999999'), { status: 404, code: 'ACCESS_TOKEN_NOT_FOUND' });
  });
});

describe('every address', () => {
  const ROUTES = [
    'GET /companies/{id}',
    'POST /companies/{id}/access-tokens',
    'DELETE /companies/{id}/access-tokens/1',
    'PUT /companies/{id}/reminders',
    'PUT /companies/{id}/split',
    'POST /companies/{id}/split/simulate',
    'POST /companies/{id}/payments',
  ];

  it.each(['GET /companies', ...ROUTES])('%s needs the JWT', async (route) => {
    const [method, path] = route.replace('{id}', String(shop.id)).split(' ') as [string, string];
    const answer = await gateway.call(method, path);
    expectError(answer, { status: 401, code: 'UNAUTHORIZED' });
  });

  it.each(['GET /companies/{id}', 'POST /companies/{id}/access-tokens', 'DELETE /companies/{id}/access-tokens/1'])(
    '%s names an id that is none',
    async (route) => {
      for (const id of ['0', '-1', '1.5', 'abc', '1e3', '%00']) {
        const [method, path] = route.replace('{id}', id).split(' ') as [string, string];
        expectError(await gateway.call(method, path, { token: gateway.token }), invalid('id'));
      }
    },
  );
});
