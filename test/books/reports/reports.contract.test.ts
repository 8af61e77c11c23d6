import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldPaymentDays } from '../../../src/books/reports/payment-days.sql.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  advanceTo,
  BOLETO,
  createPaid,
  createPayment,
  expectRefunded,
  openCompany,
  refundPix,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
let sister: TestCompany;
/** The first day with payments, and the one after it. */
let first: string;
let second: string;
const DAY_MS = 86_400_000;
const dayOf = (instant: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(instant);

/**
 * On the first day three PIX and a boleto: one PIX is paid, one is cancelled, one is paid and refunded in part on the
 * second day, on which the boleto is paid as well, and a sister company sells something.
 */
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway);
  sister = await openCompany(gateway);
  // Late in the evening: in UTC it is the day after.
  first = dayOf(new Date(Date.now() + DAY_MS));
  second = dayOf(new Date(Date.now() + 2 * DAY_MS));
  await advanceTo(gateway, `${first}T22:30:00-03:00`);
  await createPaid(gateway, shop, 10_000);
  const cancelled = await createPayment(gateway, shop, 700);
  expect((await gateway.post(`/transactions/${cancelled}/cancel`)).status).toBe(200);
  const refunded = await createPaid(gateway, shop, 2_000);
  const boleto = await createPayment(gateway, shop, 5_000, BOLETO);
  await advanceTo(gateway, `${second}T22:30:00-03:00`);
  expectRefunded(await refundPix(gateway, shop, refunded, 3.33));
  await sandbox(gateway, shop, boleto, 'pay');
  expect((await gateway.get(`/transactions/${boleto}?payment_type=BILLET`)).body.status).toBe(2);
  await createPaid(gateway, sister, 900);
});
afterAll(() => gateway.close());

const ask = (query: Record<string, string | number> = {}, token = gateway.token) =>
  gateway.get(`/reports/payments?${new URLSearchParams(query as Record<string, string>)}`, token);
const row = (date: string, payment_type: string, figures: number[]) => {
  const [count, amount, approved_count, approved_amount, failed_count, refunded_amount] = figures;
  return { date, payment_type, count, amount, approved_count, approved_amount, failed_count, refunded_amount };
};

const expected = () => ({
  paid: [
    row(first, 'pix', [2, 12_000, 2, 12_000, 0, 333]),
    row(second, 'invoice', [1, 5_000, 1, 5_000, 0, 0]),
    row(second, 'pix', [1, 900, 1, 900, 0, 0]),
  ],
  created: [
    row(first, 'invoice', [1, 5_000, 1, 5_000, 0, 0]),
    row(first, 'pix', [3, 12_700, 2, 12_000, 1, 333]),
    row(second, 'pix', [1, 900, 1, 900, 0, 0]),
  ],
});

const TOTALS = {
  paid: row('', '', [4, 17_900, 4, 17_900, 0, 333]),
  created: row('', '', [5, 18_600, 4, 17_900, 1, 333]),
};

describe('GET /reports/payments', () => {
  it.each(['paid', 'created'] as const)(
    'by the day %s, folded or not, and by hours to the same totals',
    async (basis) => {
      const period = { from: first, to: second };
      for (const isFolded of [false, true]) {
        if (isFolded) expect(await workInChunks(gateway.database.db, foldPaymentDays, 'at once')).toBe(true);
        const { status, body } = await ask({ ...period, basis });
        expect(status).toBe(200);
        expect(body).toMatchObject({ ...period, interval: 'day', basis });
        expect(body.data).toEqual(expected()[basis]);
        const { date: _, payment_type: __, ...totals } = TOTALS[basis];
        expect(body.totals).toEqual(totals);
        const hours = (await ask({ ...period, basis, interval: 'hour' })).body;
        expect(hours.totals).toEqual(totals);
        for (const { date } of hours.data) expect(date).toMatch(/^\d{4}-\d\d-\d\dT01:00:00\.000Z$/);
      }
      for (const day of [first, second]) {
        const one = { from: day, to: day, basis };
        const hours = (await ask({ ...one, interval: 'hour' })).body;
        expect(hours.totals).toEqual((await ask(one)).body.totals);
        expect(hours.totals.count).toBeGreaterThan(0);
      }
      await expectCleanBooks(gateway.database.db);
    },
  );

  it('of one company and one type', async () => {
    const period = { from: first, to: second, basis: 'created' };
    expect((await ask({ ...period, company_id: sister.id })).body.data).toEqual(expected().created.slice(2));
    expect((await ask({ ...period, type: 'invoice' })).body.data).toEqual(expected().created.slice(0, 1));
    expect((await ask({ ...period, company_id: sister.id, type: 'invoice' })).body).toMatchObject({
      data: [],
      totals: { count: 0, amount: 0 },
    });
    for (const [query, count] of [
      [{ company_id: shop.id }, 4],
      [{ type: 'pix' }, 4],
    ] as const)
      expect((await ask({ ...period, interval: 'hour', ...query })).body.totals.count).toBe(count);
  });

  it('shows the thirty days up to today without dates, and what is paid today at once', async () => {
    const today = dayOf(await advance(gateway, 0));
    const before = (await ask()).body;
    expect(before).toMatchObject({ to: today, interval: 'day', basis: 'paid' });
    expect(Date.parse(before.to) - Date.parse(before.from)).toBe(29 * DAY_MS);
    await createPaid(gateway, sister, 1_100);
    expect((await ask()).body.totals.amount).toBe(before.totals.amount + 1_100);
    expect((await ask({ interval: 'hour' })).body).toMatchObject({ from: today, to: today });
  });

  it('shows at most 400 days, and hours of the last 16', async () => {
    expect((await ask({ from: '2026-01-01', to: '2027-02-04' })).status).toBe(200);
    const refused = { status: 400, code: 'VALIDATION_ERROR', field: 'from' };
    expectError(await ask({ from: '2026-01-01', to: '2027-02-05' }), refused);
    const now = await advance(gateway, 0);
    const back = (days: number) => dayOf(new Date(now.getTime() - days * DAY_MS));
    expect((await ask({ from: back(15), interval: 'hour' })).status).toBe(200);
    expectError(await ask({ from: back(16), interval: 'hour' }), refused);
    expectError(await ask({ from: back(16), to: back(15), interval: 'hour' }), refused);
  });

  it('needs the JWT', async () => {
    expectError(await gateway.call('GET', '/reports/payments'), { status: 401, code: 'UNAUTHORIZED' });
  });
});
