import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, saoPauloDay } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  createPaid,
  createPayment,
  LOSSY,
  loseMoney,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  readPayment,
  refundPix,
  reverse,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

/** One merchant's refunds in every state, in the order in which they were asked for. */
let gateway: TestGateway;
let shop: TestCompany;
let other: TestCompany;
let partner: TestCompany;
let sale: number;
let part: number;
let refused: number;
let processing: number;
let whole: number;
let preview: ApiAnswer['body'];

const list = async (query = '') => (await gateway.get(`/refunds${query}`)).body;
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  other = await openCompany(gateway);
  partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
  await createPaid(gateway, shop, 5_000);
  sale = await createPaid(gateway, shop, 10_000, { splitParticipants: [participant(partner)] });
  await loseMoney(gateway, partner, 2383);
  const body = { transaction_id: sale, amount: 40, kind: 'pix_refund' };
  preview = (await gateway.post('/payments/refund/simulate', body)).body;
  part = (await refundPix(gateway, shop, sale, 40, { description: 'item em falta' })).body.refund.id;
  await orderFault(gateway, sale, 'refund', 'refuse');
  refused = (await refundPix(gateway, shop, sale, 10)).body.details.refund_id;
  await orderFault(gateway, sale, 'refund', 'processing');
  processing = (await refundPix(gateway, shop, sale, 10)).body.refund.id;
  const boleto = await createPaid(gateway, other, 7_000, { payment: { type: 'invoice', installments: 1 } });
  whole = (await reverse(gateway, other, boleto)).body.refund.id;
});
afterAll(() => gateway.close());

describe('GET /refunds', () => {
  it('lists all of one’s own, newest first, with exactly these fields', async () => {
    const { data, ...page } = await list();
    expect(page).toEqual({ total: 4, page: 1, lastPage: 1, itemsPerPage: 10 });
    expect(idsOf({ data })).toEqual([whole, processing, refused, part]);
    const { order_number } = await readPayment(gateway, shop, sale);
    expect(data[3]).toEqual({
      id: part,
      transaction_id: sale,
      order_number,
      company_id: shop.id,
      kind: 'pix_refund',
      status: 'REFUNDED',
      amount: 4000,
      description: 'item em falta',
      way: 'acquirer',
      failure_reason: null,
      requested_at: expect.stringMatching(ISO_UTC),
      settled_at: expect.stringMatching(ISO_UTC),
    });
    expect(data[1]).toMatchObject({ status: 'PROCESSING', settled_at: null, description: null });
    expect(data[0]).toMatchObject({ kind: 'reversal', company_id: other.id, amount: 7000 });
  });

  it('narrows by state, company and period; has pages and both directions', async () => {
    expect(idsOf(await list('?status=PROCESSING'))).toEqual([processing]);
    expect(idsOf(await list('?status=REFUSED'))).toEqual([refused]);
    expect(idsOf(await list(`?status=REFUNDED&company_id=${shop.id}`))).toEqual([part]);
    expect(idsOf(await list(`?company_id=${other.id}`))).toEqual([whole]);
    expect(idsOf(await list(`?company_id=${partner.id}`))).toEqual([]);
    const today = saoPauloDay();
    expect((await list(`?createdAtStart=${today}&createdAtEnd=${today}`)).total).toBe(4);
    expect((await list(`?createdAtEnd=${saoPauloDay(-1)}`)).total).toBe(0);
    const { requested_at } = (await list()).data[1];
    expect(idsOf(await list(`?createdAtStart=${requested_at}`))).toEqual([whole, processing]);
    expect(await list('?direction=ASC&limit=3&page=2')).toMatchObject({ data: [{ id: whole }], total: 4, lastPage: 2 });
  });

  it('has what the bank gave back of itself', async () => {
    // Of another merchant: the other tests count what this one has.
    const theirs = await openCompany(gateway, { of: 'partner' });
    const id = await createPayment(gateway, theirs, 10_000);
    await sandbox(gateway, theirs, id, 'refund');
    const { data } = (await gateway.get('/refunds?limit=1', theirs.session)).body;
    expect(data[0]).toMatchObject({ transaction_id: id, kind: 'acquirer', status: 'REFUNDED', amount: 10_000 });
    expect((await gateway.get(`/refunds/${data[0].id}`, theirs.session)).body.legs).toMatchObject([
      { company_id: theirs.id, amount: 10_000, available: 10_000 },
    ]);
  });
});

describe('GET /refunds/{id}', () => {
  it('tells who gave back what, as the preview did', async () => {
    const { legs, ...refund } = (await gateway.get(`/refunds/${part}`)).body;
    expect((await list('?limit=100')).data).toContainEqual(refund);
    expect(legs).toEqual(preview.legs);
    expect(legs).toEqual([
      {
        company_id: shop.id,
        name: shop.name,
        amount: 2800,
        fee_returned: 40,
        available: expect.any(Number),
        future: 0,
        retention: expect.any(Number),
        covered: 0,
      },
      {
        company_id: partner.id,
        name: partner.name,
        amount: 1200,
        fee_returned: 0,
        available: 1200,
        future: 0,
        retention: 0,
        covered: null,
      },
    ]);
    expect([legs[0].available + legs[0].retention, legs[0].retention > 0]).toEqual([2800, true]);
  });

  it('tells what was taken for a refund that is under way, was refused, or comes out of money to come', async () => {
    const legsOf = async (id: number) => (await gateway.get(`/refunds/${id}`)).body.legs;
    for (const id of [processing, refused])
      expect(await legsOf(id)).toMatchObject([{ company_id: shop.id, amount: 700 }, { amount: 300 }]);
    expect(await legsOf(whole)).toMatchObject([{ company_id: other.id, amount: 7000, available: 0, future: 7000 }]);
  });

  it('needs a login and an id that exists', async () => {
    expectError(await gateway.get('/refunds/999999999'), { status: 404, code: 'REFUND_NOT_FOUND' });
    expectError(await gateway.get('/refunds/0'), { status: 400, code: 'VALIDATION_ERROR', field: 'id' });
    for (const path of ['/refunds', `/refunds/${part}`])
      expectError(await gateway.call('GET', path, {}), { status: 401, code: 'UNAUTHORIZED' });
  });
});
