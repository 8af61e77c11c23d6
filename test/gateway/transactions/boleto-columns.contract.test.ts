import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.close());

const COLUMNS = ['due_date', 'last_payable_date', 'paid_amount', 'fine_paid', 'interest_paid', 'discount_given'];

it('a file holds of a boleto what was agreed and what came of it, as its details do, in cents and in reais', async () => {
  const { status, body } = await gateway.post(
    '/payments/order',
    boletoBody({ payment: { type: 'invoice', installments: 1, fine: { percent: 200 }, payable_days_after_due: 10 } }),
  );
  expect(status).toBe(200);
  const { id } = body.transaction;
  const named = [...COLUMNS, 'amount'].map((column) => `&columns=${column}`).join('');
  const linesOf = async (dialect: string) => {
    const { body } = await gateway.get(`/transactions?format=csv&dialect=${dialect}&q=${id}${named}`);
    return String(body).trimEnd().split('\r\n').slice(1);
  };
  const details = async () => (await gateway.get(`/transactions/${id}`)).body;
  const { due_date, last_payable_date } = await details();
  expect(await linesOf('rfc4180')).toEqual([`${due_date},${last_payable_date},,,,,10000`]);
  await gateway.post('/sandbox/clock', { advance_seconds: 10 * 24 * 3_600 });
  await gateway.post(`/sandbox/transactions/${id}/pay`);
  expect(await details()).toMatchObject({ status: 2, paid_amount: 10_200, fine_paid: 200 });
  const late = `${due_date},${last_payable_date}`;
  expect(await linesOf('rfc4180')).toEqual([`${late},10200,200,0,0,10000`]);
  expect(await linesOf('excel-br')).toEqual([`${late.replace(',', ';')};102,00;2,00;0,00;0,00;100,00`]);
});
