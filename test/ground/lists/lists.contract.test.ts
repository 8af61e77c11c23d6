import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

let gateway: TestGateway;

interface Listed {
  id: number;
  order_number: string;
  status: number;
  amount: number;
  payment_type: string;
  customer_name: string;
  customer_email: string;
  created_at: string;
  updated_at: string;
  company_id: number;
  refunded_amount: number;
  expires_at: string;
  paid_at: string | null;
  failure_reason: string | null;
  external_id: string | null;
}
/** What the test knows of a payment, beside what the list shows. */
type Known = Listed & { customer_id: number };

const CUSTOMERS = [
  { name: 'José Álvares', email: 'jose@example.com', document: '52998224725' },
  { name: 'JOSE DA SILVA', email: 'silva@example.com', document: '52998200000' },
  { name: 'Ângela Conceição', email: 'angela@example.com', document: '11222333000181' },
  { name: '100% Algodão_Ltda', email: 'algodao@example.com', document: '12ABC34501DE35' },
] as const;
const STATUS_BY_ACTION = { none: 1, pay: 2, fail: 3, refund: 4 } as const;

/** São Paulo is three hours behind UTC: its 10 March goes from 03:00Z to 03:00Z of the 11th. */
const CREATED = [
  '2026-03-09T12:00:00.000Z',
  '2026-03-10T02:59:59.999Z',
  '2026-03-10T03:00:00.000Z',
  '2026-03-10T15:30:00.000Z',
  '2026-03-10T15:30:00.001Z',
  '2026-03-11T02:59:59.999Z',
  '2026-03-11T03:00:00.000Z',
  '2026-03-12T10:00:00.000Z',
];
const COUNT = 32;
let known: Known[];

async function createOne(index: number): Promise<void> {
  const type = index % 3 === 0 ? 'invoice' : 'pix';
  const token = index % 4 === 0 ? 'est_demo_marketplace' : 'est_demo_loja';
  const body = orderOf(500 + (index % 5) * 100, { access_token: token, payment: { type, installments: 1 } });
  const customer = { ...body.customer, ...CUSTOMERS[index % CUSTOMERS.length] };
  const { id } = (await gateway.post('/payments/order', { ...body, customer })).body.transaction;
  const action = Object.keys(STATUS_BY_ACTION)[Math.floor(index / 3) % 4];
  if (action !== 'none') await gateway.post(`/sandbox/transactions/${id}/${action}`);
  // Many share a time, so that there are ties; updated_at runs the other way.
  await gateway.database.db.query('UPDATE payments SET created_at = $2, updated_at = $3 WHERE id = $1', [
    id,
    CREATED[index % CREATED.length],
    new Date(Date.parse('2026-06-01T00:00:00Z') - (index % 7) * 3_600_000),
  ]);
}

beforeAll(async () => {
  gateway = await startTestGateway();
  for (let index = 0; index < COUNT; index += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, offset) => createOne(index + offset)));
  }
  const rows = await gateway.database.db.query<
    Known & { created_at: Date; updated_at: Date; expires_at: Date; paid_at: Date | null }
  >(
    `SELECT id, order_number, status, amount_cents AS amount, payment_type, customer_name, customer_email,
       created_at, updated_at,
       company_id, refunded_cents AS refunded_amount, expires_at, customer_id, paid_at, failure_reason, external_id
     FROM payments`,
  );
  known = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }));
});
afterAll(() => gateway.close());

const list = async (query: string) => {
  const answer = await gateway.get(`/transactions${query}`);
  expect(answer.status, query).toBe(200);
  return answer.body as { data: Listed[]; total: number; page: number; lastPage: number; itemsPerPage: number };
};
const shown = ({ customer_id: _, ...listed }: Known): Listed => listed;

function sorted(rows: Known[], orderBy: 'created_at' | 'updated_at' | 'amount', direction: 'ASC' | 'DESC'): Listed[] {
  const sign = direction === 'ASC' ? 1 : -1;
  const compare = (a: Known, b: Known) => (a[orderBy] < b[orderBy] ? -1 : a[orderBy] > b[orderBy] ? 1 : a.id - b.id);
  return rows.toSorted((a, b) => sign * compare(a, b)).map(shown);
}

describe('', () => {
  it('lists the newest first, ten to a page, in the documented shape', async () => {
    const page = await list('');
    expect(page).toEqual({
      data: sorted(known, 'created_at', 'DESC').slice(0, 10),
      total: COUNT,
      page: 1,
      lastPage: 4,
      itemsPerPage: 10,
    });
    for (const { created_at, updated_at } of page.data) {
      expect(created_at).toMatch(ISO_UTC);
      expect(updated_at).toMatch(ISO_UTC);
    }
  });

  it.each(
    (['created_at', 'updated_at', 'amount'] as const).flatMap((orderBy) =>
      (['ASC', 'DESC'] as const).map((direction) => ({ orderBy, direction })),
    ),
  )('orders by $orderBy $direction, ties by id, over all pages', async ({ orderBy, direction }) => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(`?orderBy=${orderBy}&direction=${direction}&limit=7&page=${page}`)),
    );
    expect(pages.flatMap(({ data }) => data)).toEqual(sorted(known, orderBy, direction));
    for (const [index, page] of pages.entries())
      expect(page).toMatchObject({ total: COUNT, page: index + 1, lastPage: 5, itemsPerPage: 7 });
  });

  it.each([
    ['?limit=1', 1, 32, 32],
    ['?limit=100', 32, 1, 32],
    ['?limit=32', 32, 1, 32],
    ['?limit=31&page=2', 1, 2, 32],
    ['?page=4', 2, 4, 32],
    ['?page=5', 0, 4, 32],
    ['?page=1000000', 0, 4, 32],
    ['?page=1000000000000&limit=100', 0, 1, 32],
    ['?page=99999999999999999999', 0, 4, 32],
    ['?amountStart=100000', 0, 1, 0],
    ['?amountStart=100000&page=3', 0, 1, 0],
  ])('%s has %i rows, last page %i, total %i', async (query, rows, lastPage, total) => {
    const page = await list(query);
    expect(page.data).toHaveLength(rows);
    expect(page).toMatchObject({ lastPage, total });
  });

  type Filter = [query: string, keep: (payment: Known) => boolean];
  const createdFrom = (from: string) => (payment: Known) => payment.created_at >= from;
  const createdTo = (to: string) => (payment: Known) => payment.created_at <= to;
  const FILTERS: Filter[] = [
    ...[1, 2, 3, 4].map((status): Filter => [`status=${status}`, (payment) => payment.status === status]),
    ['status=1&status=2', ({ status }) => status <= 2],
    ['status[]=3', ({ status }) => status === 3],
    ['status[]=3&status[]=4', ({ status }) => status >= 3],
    ['status%5B%5D=3&status%5B%5D=4', ({ status }) => status >= 3],
    ['status=1&status[]=4', ({ status }) => status === 1 || status === 4],
    ['status=2&status=2', ({ status }) => status === 2],
    ['status=1&status=2&status=3&status=4', () => true],
    ['type=pix', ({ payment_type }) => payment_type === 'pix'],
    ['type=invoice', ({ payment_type }) => payment_type === 'invoice'],
    ['type=credit', () => false],
    ['type=debit', () => false],
    ['amountStart=700', ({ amount }) => amount >= 700],
    ['amountStart=701', ({ amount }) => amount >= 701],
    ['amountEnd=700', ({ amount }) => amount <= 700],
    ['amountEnd=699', ({ amount }) => amount <= 699],
    ['amountStart=600&amountEnd=600', ({ amount }) => amount === 600],
    ['amountStart=0&amountEnd=0', () => false],
    // A day is a day in São Paulo; both ends belong to it.
    ['createdAtStart=2026-03-10', createdFrom('2026-03-10T03:00:00.000Z')],
    ['createdAtEnd=2026-03-10', createdTo('2026-03-11T02:59:59.999Z')],
    [
      'createdAtStart=2026-03-10&createdAtEnd=2026-03-10',
      ({ created_at }) => created_at >= '2026-03-10T03:00:00.000Z' && created_at < '2026-03-11T03:00:00.000Z',
    ],
    ['createdAtEnd=2026-03-08', () => false],
    // An instant is inclusive at both ends, to the millisecond.
    ['createdAtStart=2026-03-10T15:30:00.001Z', createdFrom('2026-03-10T15:30:00.001Z')],
    ['createdAtStart=2026-03-10T15:30:00Z', createdFrom('2026-03-10T15:30:00.000Z')],
    ['createdAtEnd=2026-03-10T15:30:00Z', createdTo('2026-03-10T15:30:00.000Z')],
    ['createdAtEnd=2026-03-10T15:30:00.000Z', createdTo('2026-03-10T15:30:00.000Z')],
    // Without an offset it is São Paulo time.
    ['createdAtStart=2026-03-10T00:00:00', createdFrom('2026-03-10T03:00:00.000Z')],
    ['createdAtEnd=2026-03-10T12:30', createdTo('2026-03-10T15:30:00.000Z')],
    ['createdAtEnd=2026-03-09T23:59:59.999', createdTo('2026-03-10T02:59:59.999Z')],
    // With an offset, the text is clear; a plus sign that nobody encoded arrives as a space.
    ['createdAtStart=2026-03-10T12:30:00-03:00', createdFrom('2026-03-10T15:30:00.000Z')],
    ['createdAtStart=2026-03-10T18:30:00%2B03:00', createdFrom('2026-03-10T15:30:00.000Z')],
    ['createdAtStart=2026-03-10T18:30:00+03:00', createdFrom('2026-03-10T15:30:00.000Z')],
    ['createdAtEnd=2026-03-10T18:30:00.000+03:00', createdTo('2026-03-10T15:30:00.000Z')],
    ['createdAtEnd=2026-03-10T15:30:00+00:00', createdTo('2026-03-10T15:30:00.000Z')],
    // The earliest and the latest date work like any other.
    ['createdAtStart=0001-01-01&createdAtEnd=9999-12-31', () => true],
    // All at once.
    [
      'status=1&status=2&type=pix&amountStart=600&amountEnd=800&createdAtStart=2026-03-10&createdAtEnd=2026-03-12',
      ({ status, payment_type, amount, created_at }) =>
        status <= 2 &&
        payment_type === 'pix' &&
        amount >= 600 &&
        amount <= 800 &&
        created_at >= '2026-03-10T03:00:00.000Z',
    ],
  ];

  it.each(FILTERS)('keeps what %s asks for', async (query, keep) => {
    const expected = sorted(known.filter(keep), 'created_at', 'DESC');
    expect(await list(`?${query}&limit=100`)).toMatchObject({ data: expected, total: expected.length, lastPage: 1 });
    // The total is of the filter, not of the page.
    expect(await list(`?${query}&limit=3&page=2`)).toMatchObject({
      data: expected.slice(3, 6),
      total: expected.length,
    });
  });

  it('is asked for parts of the data, not for all or nothing, by the filters above', () => {
    const dividing = /^(status=\d|type=(pix|invoice)|amount(Start|End)=\d+|createdAt(Start|End)=2026-03-10[^&]*)$/;
    const filters = FILTERS.filter(([query]) => dividing.test(query));
    expect(filters.length).toBeGreaterThan(20);
    for (const [query, keep] of filters) {
      const kept = known.filter(keep).length;
      expect(kept > 0 && kept < COUNT, query).toBe(true);
    }
  });

  it('keeps one company’s or one customer’s', async () => {
    for (const field of ['company_id', 'customer_id'] as const) {
      const ids = [...new Set(known.map((payment) => payment[field]))];
      expect(ids.length).toBeGreaterThan(1);
      for (const id of ids) {
        const expected = sorted(
          known.filter((payment) => payment[field] === id),
          'created_at',
          'DESC',
        );
        expect(await list(`?${field}=${id}&limit=100`)).toMatchObject({ data: expected, total: expected.length });
      }
      expect(await list(`?${field}=999999`)).toMatchObject({ data: [], total: 0, lastPage: 1 });
    }
  });

  it('ignores parameters it does not know', async () => {
    expect(await list('?foo=bar&sort=id&Page=7&__proto__=1&constructor=2')).toEqual(await list(''));
  });

  const MANY_NINES = '99999999999999999999';
  const NOT_WHOLE = ['', '-1', '1.5', 'abc', '1e2', '0x10', '%20', '1%20', '+1', 'NaN', MANY_NINES, '%00', '1&@=2'];
  const WRONG: Record<string, string[]> = {
    page: ['0', ...NOT_WHOLE.filter((text) => text !== MANY_NINES)],
    limit: ['0', '101', '1000', ...NOT_WHOLE],
    orderBy: [
      '',
      'id',
      'status',
      'CREATED_AT',
      'created_at%20',
      'createdAt',
      'amount;--',
      'toString',
      'amount&@=amount',
    ],
    direction: ['', 'asc', 'desc', 'UP', 'ASC%20', 'DESC&@=ASC'],
    status: ['0', '5', '6', 'PENDING', '1,2', '', '-1', '1.5', '1&@=9', '%00'],
    type: ['', 'PIX', 'boleto', 'card', 'pix&@=invoice', 'pix,invoice', '%00'],
    company_id: ['0', ...NOT_WHOLE],
    customer_id: ['0', ...NOT_WHOLE],
    amountStart: NOT_WHOLE,
    amountEnd: NOT_WHOLE,
  };
  const WRONG_TIMES = [
    ...[
      '',
      'today',
      '2026',
      '2026-03',
      '10/03/2026',
      '20260310',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-3-1',
      '0000-01-01',
    ],
    ...[
      '2026-03-10T25:00:00',
      '2026-03-10T12:60:00Z',
      '2026-02-30T12:00:00Z',
      '2026-03-10T',
      '2026-03-10Z',
      '2026-03-10T12:00:00X',
    ],
    ...[
      '2026-03-10T12:00:00%2B99:00',
      '1773144000',
      '%00',
      '2026-03-10%00',
      '2026-03-10&@=2026-03-11',
      '+2026-03-10',
      '-2026-03-10',
    ],
  ];
  it.each(Object.entries({ ...WRONG, createdAtStart: WRONG_TIMES, createdAtEnd: WRONG_TIMES }))(
    '[reads: lists] refuses a wrong %s by name',
    async (name, values) => {
      for (const value of values) {
        const answer = await gateway.get(`/transactions?${name}=${value.replace('@', name)}`);
        expect(answer.status, `${name}=${value}`).toBe(400);
        expectError(answer, invalid(name));
      }
    },
  );

  it('[reads: lists] refuses a smallest amount above the largest', async () => {
    const answer = await gateway.get('/transactions?amountStart=601&amountEnd=600');
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', field: expect.stringMatching(/^amount(Start|End)$/) },
    });
  });

  it.each([
    'createdAtStart=2026-03-12&createdAtEnd=2026-03-11',
    'createdAtStart=2026-03-12T10:00:01Z&createdAtEnd=2026-03-12T10:00:00Z',
    // The end of a day in São Paulo is three hours later in UTC.
    'createdAtStart=2026-03-12T03:00:00Z&createdAtEnd=2026-03-11',
  ])('names a beginning that lies after its end: %s', async (query) => {
    expectError(await gateway.get(`/transactions?${query}`), invalid('createdAtStart'));
  });

  it('takes a beginning that is its end', async () => {
    expect((await gateway.get('/transactions?createdAtStart=2026-03-12&createdAtEnd=2026-03-12')).status).toBe(200);
  });
});
