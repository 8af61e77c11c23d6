import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway);
});
afterAll(() => gateway.close());

const put = (body: unknown, id: number | string = shop.id) =>
  gateway.call('PUT', `/companies/${id}/reminders`, { token: gateway.token, body });
const read = async () => (await gateway.get(`/companies/${shop.id}`)).body.reminder_days;

describe('PUT /companies/{id}/reminders', () => {
  it('replaces the days, in rising order; [] sends none', async () => {
    expect(await read()).toEqual([]);
    expect(await put({ reminder_days: [3, -3, 0] })).toMatchObject({
      status: 200,
      body: { company_id: shop.id, reminder_days: [-3, 0, 3] },
    });
    expect(await read()).toEqual([-3, 0, 3]);
    expect((await put({ reminder_days: [] })).body).toEqual({ company_id: shop.id, reminder_days: [] });
    expect(await read()).toEqual([]);
  });

  it('is in the audit log with what it was before', async () => {
    await put({ reminder_days: [-1] });
    await put({ reminder_days: [1] });
    const { data } = (await gateway.get('/audit-log?limit=1')).body;
    expect(data[0]).toMatchObject({
      action: 'company.changed',
      object: { kind: 'company', id: String(shop.id) },
      details: { changed: ['reminder_days'], reminder_days: '1', reminder_days_before: '-1' },
    });
  });

  it.each([
    [{}, 'reminder_days'],
    [{ reminder_days: null }, 'reminder_days'],
    [{ reminder_days: '-3,0' }, 'reminder_days'],
    [{ reminder_days: [1.5] }, 'reminder_days[0]'],
    [{ reminder_days: [0, 31] }, 'reminder_days[1]'],
    [{ reminder_days: [-31] }, 'reminder_days[0]'],
    [{ reminder_days: [1, 2, 3, 4, 5, 6] }, 'reminder_days'],
    [{ reminder_days: [0, 0] }, 'reminder_days'],
  ])('[errors] refuses %j and changes nothing', async (body, field) => {
    const before = await read();
    expectError(await put(body), invalid(field));
    expect(await read()).toEqual(before);
  });

  it('[errors] knows no other company', async () => {
    expectError(await put({ reminder_days: [0] }, 999_999), { status: 404, code: 'COMPANY_NOT_FOUND' });
  });
});
