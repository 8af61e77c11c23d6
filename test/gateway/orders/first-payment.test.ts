import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

it('takes a PIX payment from order to approval', async () => {
  const created = await gateway.post('/payments/order', orderBody());
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({
    success: true,
    transaction: { status: 'PENDING', amount: 10_000, payment_type: 'pix' },
  });
  const { id } = created.body.transaction;
  const paid = await gateway.post(`/sandbox/transactions/${id}/pay`);
  expect(paid.body).toEqual({ success: true, transaction_id: id, acquirer_status: 'PAID' });
  const read = await gateway.get(`/transactions/${id}`);
  expect(read.body).toMatchObject({ id, status: 2, status_payment_name: 'APPROVED', acquirer_status: null });
});

it('takes a boleto payment that only a query aligns', async () => {
  const created = await gateway.post('/payments/order', boletoBody());
  expect(created.body.transaction).toMatchObject({ status: 'PENDING', payment_type: 'invoice' });
  const { id } = created.body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  expect((await gateway.get(`/transactions/${id}`)).body.status).toBe(1);
  const synced = await gateway.get(`/transactions/${id}?payment_type=BILLET`);
  expect(synced.body).toMatchObject({ status: 2, acquirer_status: { operation: { status: 'PAID', value: 10_000 } } });
});
