import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

interface Received {
  headers: Record<string, string>;
  body: string;
}

let gateway: TestGateway;
let receiver: Server;
let url: string;
const received: Received[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await gateway.close();
  receiver.close();
});

it('tells a merchant of creation, approval and refund, once each, signed and in order', async () => {
  const registered = await gateway.post('/webhooks', { url });
  expect(registered.status).toBe(201);
  const { secret } = registered.body;
  const { id } = (await gateway.post('/payments/order', orderOf(10_000))).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`);
  await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 50 });
  await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 50 });
  await eventually(() => expect(received).toHaveLength(4));
  const events = received.map(
    ({ headers, body }) => new Webhook(secret).verify(body, headers) as Record<string, unknown>,
  );
  const bySequence = events.sort((one, other) => Number(one['sequence']) - Number(other['sequence']));
  expect(bySequence.map((event) => event['event'])).toEqual([
    'payment.created',
    'payment.approved',
    'payment.refunded',
    'payment.refunded',
  ]);
  expect(bySequence[1]).toMatchObject({ transaction_id: id, status: 'APPROVED', amount: 10_000, payment_type: 'pix' });
  expect(bySequence[3]).toMatchObject({ status: 'REFUNDED', refund_amount: 5000, total_refunded_amount: 10_000 });

  // The feed waits for every running transaction, including those of other tests in this cluster.
  await eventually(async () => {
    const feed = await gateway.get('/events');
    expect(feed.body.data.map((event: { event: string }) => event.event)).toEqual(
      bySequence.map((event) => event['event']),
    );
  });
  const log = await gateway.get(`/webhooks/${registered.body.id}/deliveries`);
  expect(log.body.total).toBe(4);
  expect(log.body.data[0]).toMatchObject({ status: 'DELIVERED', attempts: [{ status_code: 200 }] });
  const resent = await gateway.post(`/webhooks/${id}/retry`);
  expect(resent).toMatchObject({ status: 202, body: { success: true, deliveries: [{ event: 'payment.refunded' }] } });
  await eventually(() => expect(received).toHaveLength(5));
  expect(received[4]?.headers['webhook-id']).toBe(JSON.parse(received[3]?.body ?? '{}').id);
});
