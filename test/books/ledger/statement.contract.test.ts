import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  advanceTo,
  BOLETO,
  balanceOf,
  createPaid,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  readPayment,
  refundPix,
  type TestCompany,
} from '../../support/money.ts';
import { readOfx } from '../../support/ofx.ts';

let gateway: TestGateway;
let shop: TestCompany;
let partner: TestCompany;
/** Days on which something became available. */
let days: string[];
const DAY_MS = 86_400_000;
const saoPauloDayOf = (instant: string | Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(instant));

/** Three days of business: sales with a split and retention, a boleto, a refund, one that is refused. */
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  partner = await openCompany(gateway, { of: 'partner' });
  days = [];
  // Well inside a day, so that midnight does not separate the sales.
  await advanceTo(gateway, `${saoPauloDayOf(new Date(Date.now() + DAY_MS))}T10:00:00-03:00`);
  for (let day = 0; day < 3; day++) {
    const id = await createPaid(gateway, shop, 10_000, { splitParticipants: [participant(partner)] });
    expectRefunded(await refundPix(gateway, shop, id, 33.34));
    await createPaid(gateway, shop, 5000, BOLETO);
    await orderFault(gateway, id, 'refund', 'refuse');
    expect((await refundPix(gateway, shop, id, 10)).status).toBe(400);
    days.push(saoPauloDayOf((await readPayment(gateway, shop, id)).paid_at));
    await advance(gateway, 86_400);
  }
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

interface Row {
  id: number;
  available_at: string;
  posted_at: string;
  cause: string;
  kind: string;
  account: string;
  amount: number;
  transaction_id: number;
  order_number: string;
  refund_id: number | null;
}

function ask(query: Record<string, string | number> = {}, of: TestCompany = shop) {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) parameters.set(key, String(value));
  return gateway.get(`/companies/${of.id}/statement?${parameters}`, of.session);
}

/** All pages of one statement. */
async function wholeStatement(query: Record<string, string | number>, of: TestCompany = shop) {
  const first = (await ask({ ...query, page: 1 }, of)).body;
  const rows: Row[] = [...first.data];
  for (let page = 2; page <= first.lastPage; page++) {
    const { data, ...rest } = (await ask({ ...query, page }, of)).body;
    expect(rest).toMatchObject({
      opening_balance: first.opening_balance,
      closing_balance: first.closing_balance,
      total: first.total,
      page_opening_balance: first.opening_balance + sumOf(rows),
    });
    rows.push(...data);
  }
  expect(rows).toHaveLength(first.total);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  return { ...first, data: rows } as {
    opening_balance: number;
    closing_balance: number;
    page_opening_balance: number;
    data: Row[];
    total: number;
    from: string;
    to: string;
  };
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
const FAR = '2100-01-01';

describe('[statement: GET /companies/{id}/statement]', () => {
  it.each([1, 7, 100])('opening + every entry = closing, over all pages of %i', async (limit) => {
    for (const company of [shop, partner]) {
      for (const period of [
        { from: '2020-01-01', to: FAR },
        { from: days[1] as string, to: days[1] as string },
        { from: days[1] as string, to: FAR },
      ]) {
        if (limit === 1 && company === shop && period.to === FAR) continue;
        const { opening_balance, closing_balance, page_opening_balance, data, from, to } = await wholeStatement(
          { ...period, limit },
          company,
        );
        expect(opening_balance + sumOf(data)).toBe(closing_balance);
        expect(page_opening_balance).toBe(opening_balance);
        const order = data.map(({ available_at, id }) => `${available_at} ${String(id).padStart(9, '0')}`);
        expect(order).toEqual([...order].sort());
        for (const { available_at } of data) expect(available_at >= from && available_at <= to).toBe(true);
      }
    }
  });

  it('one statement closes where the next opens', async () => {
    const first = await wholeStatement({ from: days[0] as string, to: days[0] as string, limit: 100 });
    const second = await wholeStatement({ from: days[1] as string, to: days[1] as string, limit: 100 });
    expect(first.opening_balance).toBe(0);
    expect(second.opening_balance).toBe(first.closing_balance);
    expect(first.closing_balance).not.toBe(0);
  });

  it('closes now with what is available, and in the end with all there is', async () => {
    const now = (await advance(gateway, 0)).toISOString();
    const balance = await balanceOf(gateway, shop);
    expect((await wholeStatement({ from: '2020-01-01', to: now, limit: 100 })).closing_balance).toBe(balance.available);
    const all = await wholeStatement({ from: '2020-01-01', to: FAR, limit: 100 });
    expect(all.closing_balance).toBe(balance.available + balance.future + balance.retention);
    expect(balance.retention).toBeGreaterThan(0);
  });

  it('shows each entry with its value date, its cause and the transaction', async () => {
    const { data } = await wholeStatement({ from: '2020-01-01', to: FAR, limit: 100 });
    const transaction = data[0]?.transaction_id as number;
    const { order_number, paid_at } = await readPayment(gateway, shop, transaction);
    const rows = data.filter((row) => row.transaction_id === transaction);
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      available_at: expect.stringMatching(ISO_UTC),
      posted_at: expect.stringMatching(ISO_UTC),
      cause: 'approval',
      kind: 'share',
      account: 'main',
      amount: 6310,
      transaction_id: transaction,
      order_number,
      refund_id: null,
      payout_id: null,
    });
    const told = rows.map(
      ({ cause, kind, account, amount, refund_id }) => `${cause} ${kind} ${account} ${amount} ${refund_id !== null}`,
    );
    expect(told.sort()).toEqual(
      [
        'approval share main 6310 false',
        'approval fee main -100 false',
        'approval retention retained 690 false',
        'refund refund main -2104 true',
        'refund fee_returned main 33 true',
        'refund refund retained -230 true',
        'refund refund main -631 true',
        'refund fee_returned main 10 true',
        'refund refund retained -69 true',
        'refund_refused refund main 631 true',
        'refund_refused fee_returned main -10 true',
        'refund_refused refund retained 69 true',
      ].sort(),
    );
    // Retained money has the day of its release, 30 days after the settlement.
    const release = rows.find(({ kind }) => kind === 'retention')?.available_at as string;
    expect(release).toBe(new Date(Date.parse(`${saoPauloDayOf(paid_at)}T00:00:00-03:00`) + 30 * DAY_MS).toISOString());
  });

  it('a partner sees its own entries of somebody else’s payment, and nothing else of it', async () => {
    const { data } = await wholeStatement({ from: '2020-01-01', to: FAR, limit: 100 }, partner);
    expect(data.map(({ cause, amount }) => `${cause} ${amount}`).slice(0, 4)).toEqual([
      'approval 3000',
      'refund -1000',
      'refund -300',
      'refund_refused 300',
    ]);
    expect(new Set(data.map(({ account }) => account))).toEqual(new Set(['main']));
  });

  it('without dates: up to today, 30 days back', async () => {
    const now = await advance(gateway, 0);
    const { from, to } = (await ask()).body;
    expect(to).toBe(new Date(Date.parse(`${saoPauloDayOf(now)}T00:00:00-03:00`) + DAY_MS - 1).toISOString());
    expect(Date.parse(to) + 1 - Date.parse(from)).toBe(31 * DAY_MS);
  });

  it('a date is a whole day in São Paulo; a date-time without an offset is São Paulo time; a lost + is found', async () => {
    const day = days[1] as string;
    const { from, to } = (await ask({ from: day, to: day })).body;
    expect([from, to]).toEqual([
      new Date(`${day}T00:00:00-03:00`).toISOString(),
      new Date(`${day}T23:59:59.999-03:00`).toISOString(),
    ]);
    expect((await ask({ from: `${day}T08:00:00`, to: FAR })).body.from).toBe(
      new Date(`${day}T08:00:00-03:00`).toISOString(),
    );
    expect((await gateway.get(`/companies/${shop.id}/statement?from=${day}T08:00:00+02:00&to=${FAR}`)).body.from).toBe(
      new Date(`${day}T08:00:00+02:00`).toISOString(),
    );
  });

  it('both bounds are inclusive, to the millisecond', async () => {
    const { data } = await wholeStatement({ from: '2020-01-01', to: FAR, limit: 100 });
    const { available_at } = data[5] as Row;
    const same = data.filter((row) => row.available_at === available_at).map(({ id }) => id);
    const { body } = await ask({ from: available_at, to: available_at, limit: 100 });
    expect(body.data.map((row: Row) => row.id)).toEqual(same);
  });

  it('a page past the end is empty, and still tells the balances', async () => {
    const { body } = await ask({ from: '2020-01-01', to: FAR, page: 1000 });
    expect(body).toMatchObject({ data: [], page: 1000, itemsPerPage: 10, closing_balance: expect.any(Number) });
    expect(body.total).toBeGreaterThan(0);
    expect((await ask({ from: '2019-01-01', to: '2019-01-02' })).body).toMatchObject({
      data: [],
      total: 0,
      lastPage: 1,
      opening_balance: 0,
      closing_balance: 0,
    });
  });

  it('as CSV: the same rows, one line each, the balances in headers', async () => {
    const query = { from: '2020-01-01', to: FAR, limit: 100 };
    const { body } = await ask(query);
    const csv = await ask({ ...query, format: 'csv' });
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv; *charset=utf-8$/i);
    const [head, ...lines] = String(csv.body).trimEnd().split('\r\n');
    const columns = Object.keys(body.data[0]);
    expect(head).toBe(columns.join(','));
    expect(lines).toEqual(
      body.data.map((row: Record<string, unknown>) => columns.map((column) => row[column] ?? '').join(',')),
    );
    expect(csv.headers.get('x-opening-balance')).toBe(String(body.opening_balance));
    expect(csv.headers.get('x-closing-balance')).toBe(String(body.closing_balance));
  });

  it('as a spreadsheet and as OFX: the same entries, to the cent, and the same balances', async () => {
    const query = { from: '2020-01-01', to: FAR, limit: 100 };
    const { data, closing_balance } = await wholeStatement(query);
    const reais = (cents: number, point: string) => (cents / 100).toFixed(2).replace('.', point);
    const sheet = await ask({ ...query, format: 'planilha' });
    expect(sheet.headers.get('content-type')).toMatch(/^text\/csv; *charset=utf-8$/i);
    expect(sheet.headers.get('content-disposition')).toBe(`attachment; filename="statement-${shop.id}.csv"`);
    const lines = String(sheet.body).trimEnd().split('\r\n').slice(2);
    let balance = 0;
    expect(lines.map((line) => line.split(';').slice(4, 8))).toEqual([
      ...data.map(({ amount, order_number, transaction_id }) => {
        balance += amount;
        return [reais(amount, ','), reais(balance, ','), order_number, String(transaction_id)];
      }),
      ['', reais(closing_balance, ','), '', ''],
    ]);
    const ofx = await ask({ ...query, format: 'ofx' });
    expect(ofx.headers.get('content-type')).toMatch(/^application\/x-ofx/);
    expect(ofx.headers.get('content-disposition')).toBe(`attachment; filename="statement-${shop.id}.ofx"`);
    const read = readOfx(String(ofx.body));
    expect(read).toMatchObject({ account: String(shop.id), balance: reais(closing_balance, '.') });
    expect(read.transactions.map(({ id, amount, posted }) => [id, amount, posted.slice(0, 8)])).toEqual(
      data.map(({ id, amount, available_at }) => [
        String(id),
        reais(amount, '.'),
        saoPauloDayOf(available_at).replaceAll('-', ''),
      ]),
    );
    // A part of the period has the same ids.
    const part = readOfx(String((await ask({ from: days[1] as string, to: days[1] as string, format: 'ofx' })).body));
    const whole = new Map(read.transactions.map((transaction) => [transaction.id, transaction]));
    expect(part.transactions.length).toBeGreaterThan(0);
    for (const transaction of part.transactions) expect(whole.get(transaction.id)).toEqual(transaction);
  });

  it.each([
    ['page', '0'],
    ['page', 'x'],
    ['limit', '0'],
    ['limit', '101'],
    ['from', 'ontem'],
    ['from', '2026-02-30'],
    ['to', '2026-13-01'],
    ['to', '2026-01-01T25:00:00'],
    ['format', 'xml'],
  ])('%s=%s is 400 and named', async (parameter, value) =>
    expectError(await ask({ [parameter]: value }), invalid(parameter)),
  );

  it('from after to is 400', async () => {
    expectError(await ask({ from: '2026-02-02', to: '2026-02-01' }), invalid('from'));
  });

  it('another merchant’s company is as unknown: 404; no whole number is 400; no JWT is 401', async () => {
    const notFound = { status: 404, code: 'COMPANY_NOT_FOUND' };
    expectError(await ask({}, { ...partner, session: gateway.token }), notFound);
    expectError(await ask({}, { ...shop, session: gateway.otherToken }), notFound);
    expectError(await ask({ format: 'csv' }, { ...shop, session: gateway.otherToken }), notFound);
    expectError(await gateway.get('/companies/999999/statement'), notFound);
    for (const id of ['0', '-1', 'x', '1.5'])
      expectError(await gateway.get(`/companies/${id}/statement`), invalid('id'));
    expect((await gateway.call('GET', `/companies/${shop.id}/statement`)).status).toBe(401);
  });
});

describe('GET /companies/{id}/statement/days', () => {
  const askDays = (query: Record<string, string> = {}, of: TestCompany = shop) =>
    gateway.get(`/companies/${of.id}/statement/days?${new URLSearchParams(query)}`, of.session);

  it('adds up the entries of each day, those ahead as well, and closes each where the statement does', async () => {
    const last = saoPauloDayOf(new Date((await advance(gateway, 0)).getTime() + 40 * DAY_MS));
    const period = { from: days[0] as string, to: last };
    for (const company of [shop, partner]) {
      const { data: entries } = await wholeStatement({ ...period, limit: 100 }, company);
      const { status, body } = await askDays(period, company);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { company_id: company.id, ...period, opening_balance: 0 },
      });
      expect(body.data[0].date).toBe(period.from);
      expect(body.data.at(-1).date).toBe(period.to);
      let balance = 0;
      for (const day of body.data) {
        const own = entries.filter(({ available_at }) => saoPauloDayOf(available_at) === day.date);
        balance += sumOf(own);
        expect(day).toEqual({
          date: day.date,
          credits: sumOf(own.filter(({ amount }) => amount > 0)),
          debits: sumOf(own.filter(({ amount }) => amount < 0)),
          net: sumOf(own),
          closing_balance: balance,
          count: own.length,
        });
      }
      const counted = body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      expect(counted).toBe(entries.length);
    }
  });

  it('opens with what was before, and shows thirty days up to today without dates', async () => {
    const second = days[1] as string;
    const { opening_balance } = (await ask({ from: second, to: second })).body;
    expect((await askDays({ from: second, to: second })).body).toMatchObject({
      opening_balance,
      data: [{ date: second }],
    });
    const { from, to, data } = (await askDays()).body;
    expect(to).toBe(saoPauloDayOf(await advance(gateway, 0)));
    expect(data).toHaveLength(31);
    expect(data[0].date).toBe(from);
  });

  it('shows at most 400 days, and none of another merchant’s', async () => {
    expect((await askDays({ from: '2026-01-01', to: '2027-02-04' })).body.data).toHaveLength(400);
    expectError(await askDays({ from: '2026-01-01', to: '2027-02-05' }), invalid('from'));
    expectError(await askDays({ from: '2026-01-02', to: '2026-01-01' }), invalid('from'));
    expectError(await askDays({}, { ...shop, session: gateway.otherToken }), {
      status: 404,
      code: 'COMPANY_NOT_FOUND',
    });
    expect((await gateway.call('GET', `/companies/${shop.id}/statement/days`)).status).toBe(401);
  });
});

describe('', () => {
  const list = (companyIds: unknown, session = gateway.token) => gateway.post('/balance/list', { companyIds }, session);

  it('answers three numbers, summed over the companies asked, each counted once', async () => {
    const sister = await openCompany(gateway);
    await createPaid(gateway, sister, 700);
    await createPaid(gateway, sister, 900, BOLETO);
    const one = await balanceOf(gateway, shop);
    expect(await balanceOf(gateway, sister)).toEqual({ available: 700, future: 900, retention: 0 });
    const sum = { available: one.available + 700, future: one.future + 900, retention: one.retention };
    expect((await list([shop.id, sister.id])).body).toEqual(sum);
    expect((await list([sister.id, shop.id, shop.id, sister.id])).body).toEqual(sum);
    expect((await list([(await openCompany(gateway)).id])).body).toEqual({ available: 0, future: 0, retention: 0 });
  });

  it('a company that is not yours is as unknown, even beside your own', async () => {
    const notFound = { status: 404, code: 'COMPANY_NOT_FOUND' };
    const foreign = await list([shop.id, partner.id]);
    expectError(foreign, notFound);
    expect((await list([shop.id, 999_999_999])).body).toEqual(foreign.body);
    expectError(await list([shop.id], gateway.otherToken), notFound);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty list', []],
    ['one number', 1],
    ['text', '1'],
    ['an object', { 0: 1 }],
  ])('companyIds: %s is 400', async (_, value) => expectError(await list(value), invalid('companyIds')));

  it.each([
    ['text', '1'],
    ['a fraction', 1.5],
    ['zero', 0],
    ['negative', -1],
    ['true', true],
    ['huge', 1e300],
    ['a list', [1]],
  ])('companyIds[1]: %s is 400 and named', async (_, value) =>
    expectError(await list([shop.id, value]), invalid('companyIds[1]')),
  );

  it('companyIds[1]: null is 400', async () => {
    expect(await list([shop.id, null])).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  it('no JWT is 401', async () => {
    expect((await gateway.call('POST', '/balance/list', { body: { companyIds: [shop.id] } })).status).toBe(401);
  });
});
