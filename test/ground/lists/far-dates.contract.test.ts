import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linkBody } from '../../support/links.ts';
import { orderBody } from '../../support/orders.ts';

/** Programs write the first and the last day of their calendar for "ever" and "never". */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

const FAR = [
  '0001-01-01',
  '0001-01-30',
  '9999-12-31',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
] as const;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/;

describe('[dates] the ends of the calendar', () => {
  it.each(FAR)('%s as a bound of lists, statements and reports', async (date) => {
    const text = encodeURIComponent(date);
    const bounds = [
      '/transactions?createdAtStart=',
      '/companies/1/statement?to=',
      '/companies/1/statement?format=csv&to=',
    ];
    const days = date.length === 10 ? ['/companies/1/statement/days?to=', '/reports/payments?to='] : [];
    for (const path of [...bounds, ...days]) {
      const { status, body } = await gateway.get(path + text);
      expect({ path, status }).toEqual({ path, status: 200 });
      for (const shown of [body.from, body.to].filter((value) => value !== undefined)) expect(shown).toMatch(ISO);
    }
  });

  it('a link, its change and a key that end then', async () => {
    for (const expires_at of ['9999-12-31', '9999-12-31T23:59:59-12:00']) {
      const link = await gateway.post('/payment-links', linkBody({ company_id: 1, expires_at }));
      expect(link).toMatchObject({ status: 201, body: { expires_at: '9999-12-31T23:59:59.999Z' } });
      const changed = await gateway.call('PATCH', `/payment-links/${link.body.id}`, {
        token: gateway.token,
        body: { expires_at },
      });
      expect(changed).toMatchObject({ status: 200, body: { expires_at: '9999-12-31T23:59:59.999Z' } });
    }
  });

  it('a payment is not played before the calendar begins', async () => {
    const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
    const paid = await gateway.post(`/sandbox/transactions/${id}/pay`, { paid_at: '0001-01-01T00:00:00+14:00' });
    expectError(paid, { status: 400, code: 'VALIDATION_ERROR', field: 'paid_at' });
    expect((await gateway.post(`/sandbox/transactions/${id}/pay`, { paid_at: '0001-01-03T00:00:00Z' })).status).toBe(
      200,
    );
    expect((await gateway.get(`/transactions/${id}?payment_type=PIX`)).body).toMatchObject({ status: 2 });
  });
});
