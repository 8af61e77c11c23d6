import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  createPaid,
  createPayment,
  expectRefunded,
  openCompany,
  refundPix,
  type TestCompany,
} from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';

const CUSTOMERS = [
  { name: 'José Álvares', email: 'jose@example.com', document: '52998224725' },
  { name: 'JOSE DA SILVA', email: 'silva@example.com', document: '52998200000' },
  { name: 'Ângela Conceição', email: 'angela@example.com', document: '11222333000181' },
  { name: '100% Algodão_Ltda', email: 'algodao@example.com', document: '12ABC34501DE35' },
] as const;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const customer of CUSTOMERS) {
    const body = orderOf(500);
    await gateway.post('/payments/order', { ...body, customer: { ...body.customer, ...customer } });
  }
});
afterAll(() => gateway.close());

describe('', () => {
  interface Customer {
    id: number;
    name: string;
    email: string;
    document: string;
    phone: string;
    created_at: string;
  }
  const customers = async (query: string) => {
    const answer = await gateway.get(`/customers${query}`);
    expect(answer.status, query).toBe(200);
    return answer.body as { data: Customer[]; total: number; page: number; lastPage: number; itemsPerPage: number };
  };
  const emails = async (query: string) => (await customers(query)).data.map(({ email }) => email.split('@')[0]);

  it('lists in the documented shape', async () => {
    const page = await customers('');
    expect(page).toMatchObject({ total: 4, page: 1, lastPage: 1, itemsPerPage: 10 });
    for (const customer of page.data) {
      const { name, email, document } = CUSTOMERS.find((candidate) => candidate.document === customer.document) ?? {};
      expect(customer).toEqual({
        id: expect.any(Number),
        name,
        email,
        document,
        phone: '+55 (11) 98765-4321',
        created_at: expect.stringMatching(ISO_UTC),
      });
    }
  });

  it.each([
    ['orderBy=name&direction=ASC', ['algodao', 'angela', 'jose', 'silva']],
    ['orderBy=name&direction=DESC', ['silva', 'jose', 'angela', 'algodao']],
    ['orderBy=name', ['silva', 'jose', 'angela', 'algodao']],
    ['orderBy=email&direction=ASC', ['algodao', 'angela', 'jose', 'silva']],
    ['orderBy=email&direction=DESC', ['silva', 'jose', 'angela', 'algodao']],
  ])('[reads: customers] %s', async (query, order) => {
    expect(await emails(`?${query}`)).toEqual(order);
    expect(await emails(`?${query}&limit=2&page=2`)).toEqual(order.slice(2));
  });

  it('orders by created_at, newest first unless asked otherwise, ties by id', async () => {
    const { db } = gateway.database;
    const { data } = await customers('');
    await db.query(
      `UPDATE customers SET created_at = '2026-05-05T00:00:00Z'
     WHERE id = ANY ($1)`,
      [data.slice(0, 3).map(({ id }) => id)],
    );
    await db.query("UPDATE customers SET created_at = '2026-05-06T00:00:00Z' WHERE id = $1", [data[3]?.id]);
    const ties = data.slice(0, 3).map(({ id }) => id);
    const ascending = [...ties.toSorted((a, b) => a - b), data[3]?.id];
    const ids = async (query: string) => (await customers(query)).data.map(({ id }) => id);
    expect(await ids('?direction=ASC')).toEqual(ascending);
    expect(await ids('')).toEqual(ascending.toReversed());
    expect(await ids('?orderBy=created_at&direction=DESC')).toEqual(ascending.toReversed());
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(`?direction=ASC&limit=1&page=${page}`)));
    expect(pages.flat()).toEqual(ascending);
  });

  it.each([
    ['name=jose', ['jose', 'silva']],
    ['name=JOSÉ', ['jose', 'silva']],
    ['name=jose%CC%81', ['jose', 'silva']],
    ['name=alvares', ['jose']],
    ['name=lvare', ['jose']],
    ['name=da+silva', ['silva']],
    ['name=conceicao', ['angela']],
    ['name=CONCEIÇÃO', ['angela']],
    ['name=angela', ['angela']],
    ['name=%25', ['algodao']],
    ['name=_', ['algodao']],
    ['name=%5C', []],
    ["name='", []],
    ['name=ninguem', []],
    ['document=52998224725', ['jose']],
    ['document=529.982.247-25', ['jose']],
    ['document=529.982', ['jose', 'silva']],
    ['document=529982', ['jose', 'silva']],
    ['document=11.222.333/0001-81', ['angela']],
    ['document=12.ABC.345/01DE-35', ['algodao']],
    ['document=12abc', ['algodao']],
    ['document=1', ['algodao', 'angela']],
    ['document=998224725', []],
    ['document=%25', []],
    ['document=.-/', []],
    ['document=_', []],
    ['document=', undefined],
    ['document=5299_224725', []],
    ['name=jose&document=52998224725', ['jose']],
    ['name=jose&document=11', []],
  ])('[reads: customers] %s', async (query, expected) => {
    const found = await customers(`?${query}&orderBy=email&direction=ASC`);
    // An empty filter filters nothing.
    const names = expected ?? ['algodao', 'angela', 'jose', 'silva'];
    expect(found.data.map(({ email }) => email.split('@')[0])).toEqual(names);
    expect(found.total).toBe(names.length);
  });

  it.each([
    ['?limit=3', 3, 2],
    ['?limit=3&page=2', 1, 2],
    ['?limit=4', 4, 1],
    ['?limit=100', 4, 1],
    ['?page=2', 0, 1],
    ['?page=99999', 0, 1],
    ['?name=ninguem', 0, 1],
  ])('%s has %i rows, last page %i', async (query, rows, lastPage) => {
    const page = await customers(query);
    expect(page.data).toHaveLength(rows);
    expect(page.lastPage).toBe(lastPage);
  });

  it.each(
    Object.entries({
      page: ['0', '-1', '1.5', '', 'abc', '1&page=2'],
      limit: ['0', '101', '-1', '1.5', '', 'abc'],
      orderBy: ['', 'id', 'document', 'phone', 'NAME', 'updated_at'],
      direction: ['', 'asc', 'DOWN'],
      name: ['%00', 'a&name=b'],
      document: ['%00', '1&document=2'],
    }),
  )('[reads: lists] refuses a wrong %s by name', async (name, values) => {
    for (const value of values) {
      const answer = await gateway.get(`/customers?${name}=${value}`);
      expect(answer.status, `${name}=${value}`).toBe(400);
      expectError(answer, invalid(name));
    }
  });

  it('finds a name as it was last ordered', async () => {
    const body = withValue(withValue(orderOf(500), 'customer.document', '39053344705'), 'customer.name', 'Zoë Antiga');
    await gateway.post('/payments/order', body);
    await gateway.post('/payments/order', withValue(body, 'customer.name', 'Zoé Nova'));
    expect(await customers('?name=zoe')).toMatchObject({
      total: 1,
      data: [{ name: 'Zoé Nova', document: '39053344705' }],
    });
    expect(await customers('?name=antiga')).toMatchObject({ total: 0 });
  });
});

describe('GET /customers/{id}', () => {
  let shop: TestCompany;
  let customerId: number;
  const customer = { ...orderOf(500).customer, document: '11144477735' };
  beforeAll(async () => {
    shop = await openCompany(gateway);
    const create = (cents: number) => createPaid(gateway, shop, cents, { customer });
    await create(1_000);
    const refunded = await create(2_000);
    expectRefunded(await refundPix(gateway, shop, refunded));
    const partly = await create(3_000);
    expectRefunded(await refundPix(gateway, shop, partly, 3.33));
    await createPayment(gateway, shop, 4_000, { customer });
    const cancelled = await createPayment(gateway, shop, 5_000, { customer });
    expect((await gateway.post(`/transactions/${cancelled}/cancel`)).status).toBe(200);
    customerId = (await gateway.get('/customers?document=11144477735')).body.data[0].id;
  });

  it('adds what was paid and given back to the record of the list', async () => {
    const [listed] = (await gateway.get('/customers?document=11144477735')).body.data;
    expect((await gateway.get(`/customers/${customerId}`)).body).toEqual({
      ...listed,
      payments_count: 5,
      paid_count: 3,
      paid_amount: 6_000,
      refunded_amount: 2_333,
      last_payment_at: expect.stringMatching(ISO_UTC),
      is_partial: false,
    });
  });

  it('shows one who never paid', async () => {
    const [listed] = (await gateway.get(`/customers?document=${CUSTOMERS[2].document}`)).body.data;
    expect((await gateway.get(`/customers/${listed.id}`)).body).toMatchObject({
      payments_count: 1,
      paid_count: 0,
      paid_amount: 0,
      refunded_amount: 0,
      last_payment_at: null,
    });
  });

  it('adds up no more than the latest ten thousand', async () => {
    await gateway.database.db.query(
      `INSERT INTO payments (merchant_id, company_id, customer_id, order_number, reference, public_token, status,
         payment_type, installments, amount_cents, fee_cents, fee_on_refund, customer_name, customer_email,
         customer_document, customer_phone, items, shipping, metadata, expires_at, acquirer, charge_sent_at,
         created_at, updated_at, failure_reason)
       SELECT c.merchant_id, c.id, $2, 'many-' || n, 'many-' || n, 'many-' || n, 3, 'pix', 1, 100, 0, 'kept',
         '', '', '', '', '[]', '{}', '{}', '2026-01-01', 'sandbox', '2026-01-01',
         timestamptz '2020-01-01' + n * interval '1 second', '2020-01-01', 'EXPIRED'
       FROM companies c, generate_series(1, 9996) n WHERE c.id = $1`,
      [shop.id, customerId],
    );
    expect((await gateway.get(`/customers/${customerId}`)).body).toMatchObject({
      payments_count: 10_000,
      paid_count: 3,
      paid_amount: 6_000,
      is_partial: true,
    });
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '%00'])('%s is no id', async (id) => {
    expectError(await gateway.get(`/customers/${id}`), invalid('id'));
  });

  it('is 404 where there is none, and 401 without the JWT', async () => {
    expectError(await gateway.get('/customers/99999999999999999999'), { status: 404, code: 'CUSTOMER_NOT_FOUND' });
    expectError(await gateway.call('GET', `/customers/${customerId}`), { status: 401, code: 'UNAUTHORIZED' });
  });
});
