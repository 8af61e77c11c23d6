import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

it('divides a payment, refunds it in two parts and leaves everybody where they were', async () => {
  const partner = { accessToken: 'est_demo_parceiro', merchantType: 'SECONDARY', type: 'PERCENTAGE', chargeFee: false };
  const order = orderOf(10_000, { splitParticipants: [{ ...partner, discountGrossAmount: true, amountSplit: 3000 }] });
  const created = await gateway.post('/payments/order', order);
  expect(created.body).toMatchObject({ success: true });
  const { id } = created.body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`);
  const paid = await gateway.get(`/transactions/${id}`);
  expect(paid.body.split).toMatchObject([
    { company_id: 1, merchant_type: 'PRIMARY', share: 7000, fee: 100, net: 6900 },
    { company_id: 3, merchant_type: 'SECONDARY', share: 3000, fee: 0, net: 3000 },
  ]);
  expect((await gateway.post('/balance/list', { companyIds: [1] })).body).toEqual({
    available: 6900,
    future: 0,
    retention: 0,
  });
  expect((await gateway.post('/balance/list', { companyIds: [3] }, gateway.otherToken)).body.available).toBe(3000);

  const first = await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 33.34 });
  expect(first.body).toMatchObject({
    success: true,
    transaction: { id, status: 6, amount: 10_000, refunded_amount: 3334 },
  });
  expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({ status: 2, refunded_amount: 3334 });
  const second = await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 66.66 });
  expect(second.body.transaction).toMatchObject({ status: 6, refunded_amount: 10_000 });
  expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({ status: 4, status_payment_name: 'REFUNDED' });
  expect((await gateway.post('/balance/list', { companyIds: [1] })).body.available).toBe(0);
  expect((await gateway.post('/balance/list', { companyIds: [3] }, gateway.otherToken)).body.available).toBe(0);
  const third = await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 1 });
  expect(third).toMatchObject({ status: 400, body: { code: 'TRANSACTION_NOT_REFUNDABLE' } });
  await expectCleanBooks(gateway.database.db);
});
