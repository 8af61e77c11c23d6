import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, withValue } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linkBody } from '../../support/links.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

/** An id that nobody has: an id of the other merchant must look the same. */
const UNKNOWN_ID = 987_654_321;

let gateway: TestGateway;
/** What each merchant owns. */
interface Tenant {
  token: string;
  accessToken: string;
  companyId: number;
  customerId: number;
  pixId: number;
  boletoId: number;
  linkId: string;
}
let demo: Tenant;
let partner: Tenant;

async function createTenant(token: string, accessToken: string, document: string): Promise<Tenant> {
  const customize = (body: object) => withValue({ ...body, access_token: accessToken }, 'customer.document', document);
  const create = async (body: object) =>
    (await gateway.post('/payments/order', customize(body), token)).body.transaction;
  const pix = await create(orderBody());
  const boleto = await create(boletoBody());
  const customers = (await gateway.get('/customers', token)).body.data;
  const link = await gateway.post('/payment-links', linkBody({ company_id: pix.company_id }), token);
  return {
    token,
    accessToken,
    companyId: pix.company_id,
    customerId: customers[0].id,
    pixId: pix.id,
    boletoId: boleto.id,
    linkId: link.body.id,
  };
}

beforeAll(async () => {
  gateway = await startTestGateway();
  demo = await createTenant(gateway.token, 'est_demo_loja', '52998224725');
  partner = await createTenant(gateway.otherToken, 'est_demo_parceiro', '39053344705');
});
afterAll(() => gateway.close());

/** Tried in both directions: nothing may depend on which merchant came first. */
const pairs = () => [
  { owner: demo, stranger: partner },
  { owner: partner, stranger: demo },
];

/** Status and body, with the id asked for blotted out. */
function withoutId({ status, headers, body }: ApiAnswer, id: number | string): object {
  const names = [...headers.keys()].filter((name) => !['date', 'content-length', 'etag'].includes(name)).sort();
  return { status, names, body: JSON.stringify(body).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>') };
}

/** Everything that is stored about these merchants. */
async function everything(): Promise<object[]> {
  const { db } = gateway.database;
  return [
    await db.query('SELECT * FROM payments ORDER BY id'),
    await db.query('SELECT * FROM customers ORDER BY id'),
    await db.query('SELECT * FROM sandbox_acquirer.charges ORDER BY reference'),
    await db.query('SELECT * FROM acquirer_notifications ORDER BY id'),
    await db.query('SELECT * FROM company_access_tokens ORDER BY id'),
    await db.query('SELECT * FROM company_split_participants ORDER BY company_id, position'),
    await db.query('SELECT * FROM payment_links ORDER BY id'),
  ];
}

const ROUTES: { route: string; body?: object }[] = [
  { route: 'GET /transactions/{id}' },
  { route: 'GET /transactions/{id}?payment_type=PIX' },
  { route: 'GET /transactions/{id}?payment_type=BILLET' },
  { route: 'GET /transactions/{id}?payment_type=CREDIT_CARD' },
  { route: 'GET /transactions/{id}/events' },
  { route: 'GET /transactions/{id}/entries' },
  ...['pay', 'fail', 'cancel', 'expire', 'refund'].flatMap((action) => [
    { route: `POST /sandbox/transactions/{id}/${action}` },
    { route: `POST /sandbox/transactions/{id}/${action}`, body: { notify: false } },
  ]),
  { route: 'POST /sandbox/transactions/{id}/pay', body: { paid_at: '2026-01-01T00:00:00Z' } },
];

const COMPANY_ROUTES: { route: string; body?: object }[] = [
  { route: 'GET /companies/{id}' },
  { route: 'GET /companies/{id}/statement' },
  { route: 'GET /companies/{id}/statement?format=ofx' },
  { route: 'GET /companies/{id}/statement/days' },
  { route: 'GET /reports/payments?company_id={id}' },
  { route: 'POST /companies/{id}/access-tokens' },
  { route: 'DELETE /companies/{id}/access-tokens/1' },
  { route: 'DELETE /companies/{id}/access-tokens/3' },
  { route: 'PUT /companies/{id}/reminders', body: { reminder_days: [0] } },
  { route: 'PUT /companies/{id}/split', body: { splitParticipants: [] } },
  { route: 'POST /companies/{id}/split/simulate', body: { payment: { type: 'pix' }, total: 1000 } },
  { route: 'POST /companies/{id}/payments', body: orderBody() },
];

describe('[errors] another merchant’s resource answers exactly as one that does not exist', () => {
  it.each(ROUTES.map(({ route, body }) => [route, JSON.stringify(body ?? null), body] as const))(
    '%s with %s',
    async (route, _, body) => {
      const [method, path] = route.split(' ') as [string, string];
      const before = await everything();
      for (const { owner, stranger } of pairs()) {
        const ask = (id: number) =>
          gateway.call(method, path.replace('{id}', String(id)), { token: stranger.token, body });
        const unknown = await ask(UNKNOWN_ID);
        expectError(unknown, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
        for (const id of [owner.pixId, owner.boletoId])
          expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
      }
      expect(await everything()).toEqual(before);
    },
  );

  it.each(COMPANY_ROUTES.map(({ route, body }) => [route, body] as const))('%s', async (route, body) => {
    const [method, path] = route.split(' ') as [string, string];
    const before = await everything();
    for (const { owner, stranger } of pairs()) {
      const ask = (id: number) =>
        gateway.call(method, path.replace('{id}', String(id)), { token: stranger.token, body });
      const unknown = await ask(UNKNOWN_ID);
      expectError(unknown, { status: 404, code: 'COMPANY_NOT_FOUND' });
      expect(withoutId(await ask(owner.companyId), owner.companyId)).toEqual(withoutId(unknown, UNKNOWN_ID));
    }
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['GET', undefined],
    ['PATCH', { title: 'Outro' }],
    ['PATCH', { status: 'DISABLED' }],
  ])('%s /payment-links/{id} with %j', async (method, body) => {
    const before = await everything();
    for (const { owner, stranger } of pairs()) {
      const ask = (id: string) => gateway.call(method, `/payment-links/${id}`, { token: stranger.token, body });
      const unknown = await ask('pl_nobody');
      expectError(unknown, { status: 404, code: 'PAYMENT_LINK_NOT_FOUND' });
      expect(withoutId(await ask(owner.linkId), owner.linkId)).toEqual(withoutId(unknown, 'pl_nobody'));
    }
    expect(await everything()).toEqual(before);
  });

  it('DELETE /api-keys/{id}; GET /api-keys and GET /audit-log hold one’s own', async () => {
    for (const { owner, stranger } of pairs()) {
      const { id } = (await gateway.post('/api-keys', { name: 'ERP', scopes: ['read'] }, owner.token)).body;
      const ask = (key: number) => gateway.call('DELETE', `/api-keys/${key}`, { token: stranger.token });
      const unknown = await ask(UNKNOWN_ID);
      expectError(unknown, { status: 404, code: 'API_KEY_NOT_FOUND' });
      expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
      const idsOf = async (token: string) =>
        (await gateway.get('/api-keys', token)).body.data.map((key: { id: number }) => key.id);
      expect(await idsOf(owner.token)).toEqual([id]);
      expect(await idsOf(stranger.token)).not.toContain(id);
      const told = `/audit-log?object=api_key&object_id=${id}`;
      expect((await gateway.get(told, owner.token)).body.total).toBe(1);
      expect((await gateway.get(told, stranger.token)).body).toMatchObject({ data: [], total: 0 });
    }
  });

  it.each([
    ['PATCH', '/users/{id}', 'USER_NOT_FOUND', { role: 'READER' }],
    ['PATCH', '/users/{id}', 'USER_NOT_FOUND', { status: 'INACTIVE' }],
    ['DELETE', '/users/{id}/sessions', 'USER_NOT_FOUND', undefined],
    ['DELETE', '/invitations/{id}', 'INVITATION_NOT_FOUND', undefined],
  ])('%s %s', async (method, path, code, body) => {
    const people = () =>
      gateway.database.db.query(
        `SELECT id, role, status, version FROM users
         UNION ALL SELECT id, role, email, 0 FROM invitations ORDER BY 1, 2`,
      );
    for (const [index, { owner, stranger }] of pairs().entries()) {
      const invitation = { email: `tenant${index}@loja.example`, role: 'READER' };
      const { id: invitationId } = (await gateway.post('/invitations', invitation, owner.token)).body;
      const { id: userId } = (await gateway.get('/users/me', owner.token)).body;
      const id = path.includes('invitations') ? invitationId : userId;
      const before = await people();
      const ask = (asked: number) =>
        gateway.call(method, path.replace('{id}', String(asked)), { token: stranger.token, body });
      const unknown = await ask(UNKNOWN_ID);
      expectError(unknown, { status: 404, code });
      expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
      expect(await people()).toEqual(before);
    }
  });

  it('GET /users and /invitations', async () => {
    for (const { owner, stranger } of pairs()) {
      const mine = JSON.stringify((await gateway.get('/users', owner.token)).body);
      const { email } = (await gateway.get('/users/me', stranger.token)).body;
      expect(mine).not.toContain(email);
    }
  });

  it.each(['GET /customers/{id}', 'GET /customers/{id}/export', 'POST /customers/{id}/anonymise'])(
    '%s',
    async (route) => {
      const [method, path] = route.split(' ') as [string, string];
      const before = await everything();
      for (const { owner, stranger } of pairs()) {
        const ask = (id: number) => gateway.call(method, path.replace('{id}', String(id)), { token: stranger.token });
        const unknown = await ask(UNKNOWN_ID);
        expectError(unknown, { status: 404, code: 'CUSTOMER_NOT_FOUND' });
        expect(withoutId(await ask(owner.customerId), owner.customerId)).toEqual(withoutId(unknown, UNKNOWN_ID));
      }
      expect(await everything()).toEqual(before);
    },
  );

  it('GET /reports/payments adds up one’s own', async () => {
    for (const { owner } of pairs()) {
      for (const interval of ['day', 'hour']) {
        const { totals } = (await gateway.get(`/reports/payments?basis=created&interval=${interval}`, owner.token))
          .body;
        expect(totals.count).toBe(2);
      }
    }
  });

  it('GET /companies lists one’s own', async () => {
    for (const { owner, stranger } of pairs()) {
      const { data } = (await gateway.get('/companies?limit=100', owner.token)).body;
      const ids = data.map(({ id }: { id: number }) => id);
      expect(ids).toContain(owner.companyId);
      expect(ids).not.toContain(stranger.companyId);
    }
  });

  it.each(['pix_refund', 'reversal'])('POST /payments/refund/simulate of a %s', async (kind) => {
    for (const { owner, stranger } of pairs()) {
      const ask = (transaction_id: number) =>
        gateway.post('/payments/refund/simulate', { transaction_id, kind }, stranger.token);
      const unknown = await ask(UNKNOWN_ID);
      expectError(unknown, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
      for (const id of [owner.pixId, owner.boletoId])
        expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
    }
  });

  it('POST /payment-links for another’s company is as for one that does not exist, and lists hold one’s own', async () => {
    const before = await everything();
    for (const { owner, stranger } of pairs()) {
      const ask = (company_id: number) => gateway.post('/payment-links', linkBody({ company_id }), stranger.token);
      const unknown = await ask(UNKNOWN_ID);
      expectError(unknown, { status: 404, code: 'COMPANY_NOT_FOUND' });
      const foreign = await ask(owner.companyId);
      expect(withoutId(foreign, owner.companyId)).toEqual(withoutId(unknown, UNKNOWN_ID));
      for (const query of ['', `?company_id=${owner.companyId}`, '?status=ACTIVE']) {
        const { data } = (await gateway.get(`/payment-links${query}`, owner.token)).body;
        expect(data.map(({ id }: { id: string }) => id)).toEqual([owner.linkId]);
      }
      const none = await gateway.get(`/payment-links?company_id=${owner.companyId}`, stranger.token);
      expect(none.body).toMatchObject({ data: [], total: 0 });
    }
    expect(await everything()).toEqual(before);
  });

  it.each(['company_id', 'customer_id'] as const)('GET /transactions?%s= of another is an empty list', async (name) => {
    for (const { owner, stranger } of pairs()) {
      const ask = (id: number) => gateway.get(`/transactions?${name}=${id}`, stranger.token);
      const id = name === 'company_id' ? owner.companyId : owner.customerId;
      expect((await ask(id)).body).toEqual({ data: [], total: 0, page: 1, lastPage: 1, itemsPerPage: 10 });
      expect(withoutId(await ask(id), 'none')).toEqual(withoutId(await ask(UNKNOWN_ID), 'none'));
      expect((await gateway.get(`/transactions?${name}=${id}`, owner.token)).body.total).toBe(2);
    }
  });

  it('GET /transactions lists one’s own, whatever is asked', async () => {
    for (const { owner, stranger } of pairs()) {
      for (const query of [
        '',
        '?limit=100',
        '?status=1&status=2&status=3&status=4',
        '?orderBy=amount',
        '?amountStart=0',
        '?merchant_id=1',
      ]) {
        const { data, total } = (await gateway.get(`/transactions${query}`, owner.token)).body;
        expect(total).toBe(2);
        expect(data.map(({ id }: { id: number }) => id).sort()).toEqual([owner.pixId, owner.boletoId].sort());
        expect(data.map(({ id }: { id: number }) => id)).not.toContain(stranger.pixId);
      }
    }
  });

  it.each(['/divergences', '/events'])('GET %s?transaction_id= of another is an empty list', async (path) => {
    for (const { owner, stranger } of pairs()) {
      const ask = async (id: number) => (await gateway.get(`${path}?transaction_id=${id}`, stranger.token)).body;
      expect((await ask(owner.pixId)).data).toEqual([]);
      expect(await ask(owner.pixId)).toEqual(await ask(UNKNOWN_ID));
    }
  });

  it('GET /transactions?q= finds one’s own, whatever is looked for', async () => {
    for (const { owner, stranger } of pairs()) {
      const { order_number, customer } = (await gateway.get(`/transactions/${owner.pixId}`, owner.token)).body;
      for (const term of [String(owner.pixId), order_number, customer.document]) {
        const ask = (token: string) => gateway.get(`/transactions?q=${term}`, token);
        expect((await ask(owner.token)).body.total).toBeGreaterThan(0);
        expect((await ask(stranger.token)).body).toEqual({
          data: [],
          total: 0,
          page: 1,
          lastPage: 1,
          itemsPerPage: 10,
        });
      }
      const file = await gateway.call('GET', '/transactions?format=csv', { token: owner.token });
      const text = String(file.body);
      expect([text.includes(order_number), text.split('\r\n').length]).toEqual([true, 4]);
    }
  });

  it('GET /customers finds one’s own, by document and name', async () => {
    const documents = { own: '52998224725', foreign: '39053344705' };
    for (const query of [`?document=${documents.foreign}`, '?document=390', '?name=Ninguém']) {
      expect((await gateway.get(`/customers${query}`, demo.token)).body).toMatchObject({ data: [], total: 0 });
    }
    for (const { owner } of pairs()) {
      for (const query of ['', '?name=maria', '?orderBy=email', '?limit=100']) {
        const { data } = (await gateway.get(`/customers${query}`, owner.token)).body;
        expect(data.map(({ id }: { id: number }) => id)).toEqual([owner.customerId]);
      }
    }
  });

  it('POST /payments/order with another’s access token is as with an unknown one', async () => {
    const before = await everything();
    for (const { owner, stranger } of pairs()) {
      const ask = (access_token: string) =>
        gateway.post('/payments/order', orderBody({ access_token }), stranger.token);
      const foreign = await ask(owner.accessToken);
      expectError(foreign, { status: 403, code: 'ACCESS_TOKEN_INVALID' });
      expect(withoutId(foreign, owner.accessToken)).toEqual(withoutId(await ask('est_of_nobody'), 'est_of_nobody'));
    }
    expect(await everything()).toEqual(before);
  });

  it('GET /auth names one’s own companies', async () => {
    for (const { owner, stranger } of pairs()) {
      const ids = (await gateway.get('/auth', owner.token)).body.response.companies.map(({ id }: { id: number }) => id);
      expect(ids).toContain(owner.companyId);
      expect(ids).not.toContain(stranger.companyId);
    }
  });

  it('and the owner reads all of it', async () => {
    for (const { owner } of pairs()) {
      expect(
        (await gateway.get(`/transactions/${owner.pixId}?payment_type=PIX`, owner.token)).body.acquirer_status,
      ).not.toBeNull();
      expect((await gateway.get(`/transactions/${owner.boletoId}`, owner.token)).status).toBe(200);
    }
  });

  it('GET /refunds lists one’s own, GET /refunds/{id} knows no other', async () => {
    const made: { owner: Tenant; stranger: Tenant; id: number }[] = [];
    for (const { owner, stranger } of pairs()) {
      const body = withValue(orderBody({ access_token: owner.accessToken }), 'customer.document', '11144477735');
      const { transaction } = (await gateway.post('/payments/order', body, owner.token)).body;
      await gateway.post(`/sandbox/transactions/${transaction.id}/pay`, {}, owner.token);
      const { refund } = (
        await gateway.post('/payments/pix/refund', { transaction_id: transaction.id, amount: 1 }, owner.token)
      ).body;
      made.push({ owner, stranger, id: refund.id });
    }
    for (const { owner, stranger, id } of made) {
      const ids = (await gateway.get('/refunds', owner.token)).body.data.map((refund: { id: number }) => refund.id);
      expect(ids).toEqual([id]);
      expect((await gateway.get(`/refunds?company_id=${stranger.companyId}`, owner.token)).body.total).toBe(0);
      expect((await gateway.get(`/refunds/${id}`, owner.token)).status).toBe(200);
      const unknown = await gateway.get(`/refunds/${UNKNOWN_ID}`, stranger.token);
      expectError(unknown, { status: 404, code: 'REFUND_NOT_FOUND' });
      expect(withoutId(await gateway.get(`/refunds/${id}`, stranger.token), id)).toEqual(
        withoutId(unknown, UNKNOWN_ID),
      );
    }
  });
});
