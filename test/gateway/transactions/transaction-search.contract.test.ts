import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, refundPix, reverse, sandbox, type TestCompany } from '../../support/money.ts';
import { orderBody } from '../../support/orders.ts';

/** What lists of transactions can be searched by, beyond the interface. */
let gateway: TestGateway;
let shop: TestCompany;
let ana: number;
let jose: number;
let again: number;
let formula: number;

const { customer } = orderBody();
const by = (name: string, email: string, document: string) => ({ customer: { ...customer, name, email, document } });
const JOSE = by('José Araújo', 'Jose@Example.com', '11144477735');

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway);
  const create = (changes: Record<string, unknown>) => createPayment(gateway, shop, 10_000, changes);
  ana = await create({ ...by('Ana Lima', 'ana@example.com', '52998224725'), external_id: 'P-1042' });
  jose = await create({ ...JOSE, payment_link_id: 'pl_um' });
  again = await create({ ...JOSE, payment_link_id: 'pl_um', external_id: 'P-1042' });
  formula = await create(by('=HYPERLINK("http://x","Ana")', 'x+1@example.com', '12ABC34501DE35'));
  for (const id of [ana, jose, again]) await sandbox(gateway, shop, id, 'pay');
  await refundPix(gateway, shop, jose, 1);
  await reverse(gateway, shop, again);
});
afterAll(() => gateway.close());

const list = async (query: string) => (await gateway.get(`/transactions?${query}`)).body;
const find = async (query: string) =>
  (await list(query)).data.map(({ id }: { id: number }) => id).sort((one: number, two: number) => one - two);
const search = (text: string) => find(`q=${encodeURIComponent(text)}`);

describe('q', () => {
  it('finds a transaction by its id, its order number, or what the merchant calls it', async () => {
    const { order_number } = (await list('limit=1')).data[0];
    expect(await search(String(ana))).toEqual([ana]);
    expect(await search(`#${ana}`)).toEqual([ana]);
    expect(await search(order_number)).toEqual([formula]);
    expect(await search(order_number.toLowerCase())).toEqual([formula]);
    expect(await search('P-1042')).toEqual([ana, again]);
    expect(await search('p-1042')).toEqual([]);
  });

  it('finds the transactions of a customer by document, e-mail or the beginning of the name', async () => {
    for (const text of ['11144477735', '111.444.777-35', 'Jose@Example.com', 'josé', 'JOSE ARA', '  jos ', 'j'])
      expect(await search(text), text).toEqual([jose, again]);
    expect(await search('12.abc.345/01de-35')).toEqual([formula]);
    expect(await search('=hyper')).toEqual([formula]);
    // Only the beginning: a part of a name is what the list of customers is for.
    for (const text of ['araujo', 'example.com', 'jose@example', '%', '_', 'José%', '999999999', '20261115-XXXX'])
      expect(await search(text), text).toEqual([]);
  });

  it('goes with every other filter, page and order', async () => {
    expect(await find('q=jose&status=4')).toEqual([again]);
    expect(await find(`q=jose&company_id=${shop.id}&type=invoice`)).toEqual([]);
    expect(await list('q=jose&limit=1&page=2&direction=ASC')).toMatchObject({
      data: [{ id: again }],
      total: 2,
      page: 2,
      lastPage: 2,
    });
    expect(await find('q=')).toHaveLength(4);
  });
});

it('payment_link_id and external_id find what was ordered with them', async () => {
  expect(await find('payment_link_id=pl_um')).toEqual([jose, again]);
  expect(await find('payment_link_id=pl_um&external_id=P-1042')).toEqual([again]);
  expect(await find('external_id=P-1042')).toEqual([ana, again]);
  expect(await find('external_id=P-104')).toEqual([]);
});

it('refunded tells what was given back', async () => {
  expect(await find('refunded=none')).toEqual([ana, formula]);
  expect(await find('refunded=partial')).toEqual([jose]);
  expect(await find('refunded=full')).toEqual([again]);
  expect(await find('refunded=full&status=2')).toEqual([]);
  expect(await list('refunded=full')).toMatchObject({ total: 1, lastPage: 1 });
});

it('paidAtStart and paidAtEnd are about the payment, and not the order', async () => {
  const today = saoPauloDay();
  expect(await find(`paidAtStart=${today}`)).toEqual([ana, jose, again]);
  expect(await find(`paidAtEnd=${saoPauloDay(-1)}`)).toEqual([]);
  const { paid_at } = (await list(`q=${jose}`)).data[0];
  expect(await find(`paidAtStart=${paid_at}&paidAtEnd=${paid_at}`)).toEqual([jose]);
});

it('rows tell when they were paid, what the merchant calls them and why they failed', async () => {
  expect((await list(`q=${ana}`)).data).toEqual([
    expect.objectContaining({ paid_at: expect.stringMatching(ISO_UTC), external_id: 'P-1042', failure_reason: null }),
  ]);
});

describe('format=csv', () => {
  /** Behind all that programs know already. */
  const BOLETO_COLUMNS = [
    'due_date',
    'last_payable_date',
    'paid_amount',
    'fine_paid',
    'interest_paid',
    'discount_given',
  ];
  const file = async (query: string) => {
    const answer = await gateway.get(`/transactions?format=csv${query}`);
    expect(answer.status).toBe(200);
    const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
    return { ...answer, columns: (head as string).split(','), lines };
  };

  it('holds exactly the filtered rows, in their order, without pages', async () => {
    const { headers, columns, lines } = await file('&orderBy=amount&direction=ASC&refunded=none&limit=1&page=9');
    expect(headers.get('content-type')).toMatch(/^text\/csv; *charset=utf-8$/i);
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(headers.get('x-total')).toBe('2');
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual([ana, formula]);
    const [row] = (await list(`q=${ana}`)).data;
    expect(columns.slice(0, -BOLETO_COLUMNS.length).sort()).toEqual(Object.keys(row).sort());
    expect(columns.slice(-BOLETO_COLUMNS.length)).toEqual(BOLETO_COLUMNS);
    expect(lines[0]).toBe(columns.map((column) => row[column] ?? '').join(','));
    expect((await file('&q=P-1042')).lines).toHaveLength(2);
    expect((await file('&status=3')).lines).toEqual([]);
  });

  it('holds the columns that were named, in that order', async () => {
    const { columns, lines } = await file(`&q=${ana}&columns=amount&columns=id`);
    const [row] = (await list(`q=${ana}`)).data;
    expect([columns, lines]).toEqual([['amount', 'id'], [`${row.amount},${ana}`]]);
  });

  it('runs nothing in a spreadsheet', async () => {
    const { lines } = await file(`&q=${formula}`);
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"",""Ana"")",x+1@example.com`);
  });

  it('is refused as the list is', async () => {
    expectError(await gateway.get('/transactions?format=csv&status=9'), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'status',
    });
    expectError(await gateway.call('GET', '/transactions?format=csv', {}), { status: 401, code: 'UNAUTHORIZED' });
  });
});
