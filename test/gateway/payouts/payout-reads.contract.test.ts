import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { askPayout, earn, insertDestination, payoutRail, setPayoutTerms, useRail } from '../../support/payouts.ts';

let gateway: TestGateway;
let [shop, other]: TestCompany[] = [];
/** In the order in which they were asked for: three of the shop, one of which was cancelled, and one of the other. */
let ids: number[];
beforeAll(async () => {
  // No worker: what is asked for stays as it is.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  useRail(gateway, payoutRail());
  [shop, other] = [await openCompany(gateway), await openCompany(gateway)];
  ids = [];
  for (const [company, amount] of [
    [shop, 1_000],
    [shop, 2_000],
    [other, 3_000],
    [shop, 4_000],
  ] as [TestCompany, number][]) {
    await earn(gateway, company, amount);
    const destination = await insertDestination(gateway, company);
    const asked = await askPayout(gateway, company, destination, amount, { description: '=1+1;"x"' });
    expect(asked.status).toBe(201);
    ids.push(asked.body.id);
  }
  expect((await gateway.post(`/payouts/${ids[1]}/cancel`)).status).toBe(200);
});
afterAll(() => gateway.close());

const idsOf = async (query: string, token = gateway.token) => {
  const { status, body } = await gateway.get(`/payouts?${query}`, token);
  expect(status).toBe(200);
  expect(body.total).toBeGreaterThanOrEqual(body.data.length);
  return body.data.map(({ id }: { id: number }) => id);
};

describe('GET /payouts', () => {
  it('lists newest first, by pages, with what POST answered', async () => {
    expect(await idsOf('')).toEqual([...ids].reverse());
    expect(await idsOf('direction=ASC')).toEqual(ids);
    const page = await gateway.get('/payouts?limit=3&page=2');
    expect(page.body).toMatchObject({ total: 4, page: 2, lastPage: 2, itemsPerPage: 3, data: [{ id: ids[0] }] });
    const {
      waits_for: _w,
      can_decide: _c,
      history: _h,
      returns: _r,
      ...record
    } = (await gateway.get(`/payouts/${ids[0]}`)).body;
    expect(page.body.data[0]).toEqual(record);
  });

  it('by company, status and period, alone and together', async () => {
    expect(await idsOf(`company_id=${other?.id}`)).toEqual([ids[2]]);
    expect(await idsOf('status=CANCELLED')).toEqual([ids[1]]);
    expect(await idsOf(`status=REQUESTED&company_id=${shop?.id}&direction=ASC`)).toEqual([ids[0], ids[3]]);
    const { requested_at: at } = (await gateway.get(`/payouts/${ids[2]}`)).body;
    const before = new Date(Date.parse(at) - 1).toISOString();
    expect(await idsOf(`createdAtStart=${at}&direction=ASC`)).toEqual([ids[2], ids[3]]);
    expect(await idsOf(`createdAtEnd=${before}&direction=ASC`)).toEqual([ids[0], ids[1]]);
    expect(await idsOf(`createdAtStart=${at}&createdAtEnd=${at}`)).toEqual([ids[2]]);
    expectError(await gateway.get(`/payouts?createdAtStart=${at}&createdAtEnd=${before}`), invalid('createdAtStart'));
  });

  it('of another merchant is an empty list, also by a company of this one', async () => {
    expect(await idsOf('', gateway.otherToken)).toEqual([]);
    expect(await idsOf(`company_id=${shop?.id}`, gateway.otherToken)).toEqual([]);
    const csv = await gateway.get(`/payouts?format=csv&company_id=${shop?.id}`, gateway.otherToken);
    expect(csv.body.split('\r\n')).toHaveLength(2);
  });

  it('as a file: every row, masked, without formulas, and noted in the audit log', async () => {
    const { headers, body } = await gateway.get('/payouts?format=csv&direction=ASC&limit=1');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="payouts.csv"');
    const [head, first, ...rest] = (body as string).split('\r\n');
    expect(head).toBe(
      'id,company_id,status,amount,fee,returned_amount,destination,description,origin,requested_at,requested_by,' +
        'approved_by,sent_at,settled_at,end_to_end_id,failure_reason,return_reason',
    );
    expect(first).toMatch(
      new RegExp(
        `^${ids[0]},${shop?.id},REQUESTED,1000,0,0,email f\\*\\*\\*@l\\*\\*\\*.example,"'=1\\+1;""x""",request,`,
      ),
    );
    expect(rest).toHaveLength(4);
    expect(body).not.toContain('financeiro@loja.example');
    const german = await gateway.get('/payouts?format=csv&dialect=excel-br&status=CANCELLED');
    expect(german.body).toContain(';CANCELLED;20,00;0,00;0,00;');
    const log = await gateway.get('/audit-log?action=payouts.exported');
    expect(log.body.data).toMatchObject([{ action: 'payouts.exported', details: { format: 'csv' } }]);
  });
});

describe('GET /payouts/{id}', () => {
  it('is 404 where there is none, and 400 for what is no id', async () => {
    expectError(await gateway.get('/payouts/987654321'), { status: 404, code: 'PAYOUT_NOT_FOUND' });
    expectError(await gateway.get('/payouts/x'), invalid('id'));
  });

  it('says what it waits for: its turn, the operator after a restore, a rail that is gone', async () => {
    const waitsFor = async () => (await gateway.get(`/payouts/${ids[3]}`)).body.waits_for;
    expect(await waitsFor()).toBe('SENDING');
    useRail(gateway, null);
    expect(await waitsFor()).toBe('RAIL');
    useRail(gateway, payoutRail());
    expect((await gateway.get(`/payouts/${ids[1]}`)).body.waits_for).toBeNull();
    await setPayoutTerms(gateway, other as TestCompany, { needs_approval: true });
    await earn(gateway, other as TestCompany, 1_000);
    const destination = await insertDestination(gateway, other as TestCompany);
    const asked = await askPayout(gateway, other as TestCompany, destination, 1_000);
    expect((await gateway.get(`/payouts/${asked.body.id}`)).body.waits_for).toBe('APPROVAL');
  });
});

describe('GET /payouts/{id}/entries', () => {
  it('lists what was taken and given back, of its own company alone', async () => {
    const entriesOf = async (id: number | undefined, query = '') =>
      (await gateway.get(`/payouts/${id}/entries${query}`)).body;
    expect(await entriesOf(ids[0])).toMatchObject({
      total: 1,
      data: [{ kind: 'payout', cause: 'payout', amount: -1_000, company_id: shop?.id, payout_id: ids[0] }],
    });
    const cancelled = await entriesOf(ids[1]);
    expect(cancelled.data.map(({ cause, amount }: Record<string, unknown>) => [cause, amount])).toEqual([
      ['payout', -2_000],
      ['payout_undone', 2_000],
    ]);
    expect(await entriesOf(ids[1], '?limit=1&page=2')).toMatchObject({ total: 2, data: [{ amount: 2_000 }] });
    expectError(await gateway.get('/payouts/987654321/entries'), { status: 404, code: 'PAYOUT_NOT_FOUND' });
    const others = await gateway.get(`/payouts/${ids[0]}/entries`, gateway.otherToken);
    expectError(others, { status: 404, code: 'PAYOUT_NOT_FOUND' });
  });
});
