import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid, withValue } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { orderOf } from '../support/orders.ts';

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

describe('[interface: GET /customers]', () => {
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
