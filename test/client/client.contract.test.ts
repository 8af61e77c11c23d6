import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  Vintem,
  VintemError,
  type WebhookEvent,
  type WebhookRefused,
  webhooks,
} from '../../packages/client/src/index.ts';
import { eventually } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { orderOf } from '../support/orders.ts';

type Order = Parameters<Vintem['payments']['order']>[0];

let gateway: TestGateway;
let vintem: Vintem;
let receiver: Server;
let secret: string;
const received: WebhookEvent[] = [];
const refused: string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  vintem = new Vintem({ url: gateway.url, email: 'demo@vintem.dev', password: 'vintem-demo' });
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      received.push(webhooks.verify(Buffer.concat(chunks), request.headers, secret));
      response.writeHead(200).end();
    } catch (error) {
      refused.push((error as WebhookRefused).reason);
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const endpoint = await vintem.webhooks.create({ url: `http://127.0.0.1:${port}/vintem` });
  secret = endpoint.secret;
});

afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await gateway.close();
});

const order = (cents: number, changes = {}) => vintem.payments.order(orderOf(cents, changes) as Order);

it('orders, pays in the sandbox, reads, and gives a part back', async () => {
  const { success, transaction } = await order(10_000);
  expect({ success, status: transaction.status }).toEqual({ success: true, status: 'PENDING' });
  await vintem.sandbox.pay(transaction.id);
  const paid = await vintem.transactions.get(transaction.id, { payment_type: 'PIX' });
  expect(paid).toMatchObject({ status: 2, status_payment_name: 'APPROVED', amount: 10_000 });

  const preview = await vintem.payments.previewRefund({
    transaction_id: transaction.id,
    amount: 25.5,
    kind: 'pix_refund',
  });
  expect(preview.amount).toBe(2550);
  const { refund } = await vintem.payments.refundPix({ transaction_id: transaction.id, amount: 25.5 });
  expect(refund.amount).toBe(2550);
  expect(await vintem.refunds.get(refund.id)).toMatchObject({ id: refund.id, amount: 2550 });
  const { id } = await vintem.companies
    .list()
    .first()
    .then(({ data }) => data[0] as { id: number });
  expect((await vintem.balances.of([id])).available).toBeGreaterThan(0);

  await eventually(() => {
    const told = received.filter((event) => 'transaction_id' in event && event.transaction_id === transaction.id);
    const kinds = told.map(({ event }) => event).sort();
    expect(kinds).toEqual(['payment.approved', 'payment.created', 'payment.refunded']);
  });
  expect(refused).toEqual([]);
});

it('goes through lists and the feed to their ends', async () => {
  const external_id = 'counted';
  for (let count = 0; count < 5; count += 1) await order(1000 + count, { external_id });
  const amounts: number[] = [];
  for await (const row of vintem.transactions.list({ external_id, limit: 2 })) amounts.push(row.amount);
  expect(amounts).toEqual([1004, 1003, 1002, 1001, 1000]);

  const [{ id } = { id: 0 }] = (await vintem.companies.list().first()).data;
  const entries: number[] = [];
  for await (const entry of vintem.statement.list(id, { limit: 1 })) entries.push(entry.amount);
  expect(entries.length).toBeGreaterThan(2);
  expect(await vintem.statement.file(id, 'csv')).toContain('available_at');

  await eventually(async () => {
    const kinds = new Set<string>();
    let cursor = '';
    for await (const page of vintem.events.list({ limit: 3 }).pages()) {
      cursor = page.next;
      for (const { event } of page.data) kinds.add(event);
    }
    expect([...kinds].sort()).toEqual(['payment.approved', 'payment.created', 'payment.refunded']);
    expect((await vintem.events.list({ after: cursor }).first()).data).toEqual([]);
  });
});

it('a call that is made twice with one key happens once', async () => {
  const options = { idempotencyKey: 'order-1' };
  const body = orderOf(2000) as Order;
  const [first, second] = await Promise.all([
    vintem.payments.order(body, options),
    vintem.payments.order(body, options),
  ]);
  expect(second.transaction.id).toBe(first.transaction.id);
  await expect(order(2500)).resolves.toMatchObject({ success: true });
  await expect(vintem.payments.order(orderOf(2500) as Order, options)).rejects.toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

it('an order whose connection broke after it was sent is there once', async () => {
  let lost = 0;
  const careless = new Vintem(
    { url: gateway.url, email: 'demo@vintem.dev', password: 'vintem-demo' },
    {
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (init?.method !== 'POST' || lost > 0 || !String(url).endsWith('/order')) return answer;
        lost += 1;
        throw new TypeError('fetch failed');
      },
    },
  );
  const external_id = 'once';
  const { transaction } = await careless.payments.order(orderOf(3000, { external_id }) as Order);
  expect(lost).toBe(1);
  const ids: number[] = [];
  for await (const { id } of vintem.transactions.list({ external_id })) ids.push(id);
  expect(ids).toEqual([transaction.id]);
});

it('refusals have everything that the service says', async () => {
  const error = await order(100).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(VintemError);
  expect(error).toMatchObject({
    status: 400,
    code: 'AMOUNT_BELOW_MINIMUM',
    message: 'Valor abaixo do mínimo permitido',
    requestId: expect.stringMatching(/\S/),
  });
  await expect(vintem.transactions.get(999_999)).rejects.toMatchObject({ status: 404, code: 'TRANSACTION_NOT_FOUND' });
  const stranger = new Vintem({ url: gateway.url, email: 'demo@vintem.dev', password: 'wrong' });
  await expect(stranger.transactions.get(1)).rejects.toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
});

it('a login that is over is made anew', async () => {
  let logins = 0;
  const renewing = new Vintem(
    { url: gateway.url, email: 'demo@vintem.dev', password: 'vintem-demo' },
    {
      fetch: async (url, init) => {
        if (!String(url).endsWith('/auth')) return fetch(url, init);
        logins += 1;
        const answer = await fetch(url, init);
        const body = (await answer.json()) as { response: { token: string } };
        if (logins === 1) body.response.token = `${body.response.token}x`;
        return Response.json(body);
      },
    },
  );
  await expect(renewing.webhooks.list().first()).resolves.toMatchObject({ total: 1 });
  expect(logins).toBe(2);
});

it('people, keys and who did what are reached by name; a key manages neither', async () => {
  const { url, ...invitation } = await vintem.invitations.create({ email: 'ana@loja.example', role: 'SUPPORT' });
  expect(url).toContain('/dashboard/invitation#');
  expect((await vintem.invitations.list()).data).toMatchObject([{ id: invitation.id, email: 'ana@loja.example' }]);
  await vintem.invitations.withdraw(invitation.id);
  expect((await vintem.invitations.list()).data).toEqual([]);
  const [owner] = (await vintem.users.list()).data;
  expect(owner).toMatchObject({ email: 'demo@vintem.dev', role: 'OWNER' });

  const { id, key } = await vintem.apiKeys.create({ name: 'Loja virtual', scopes: ['read'] });
  const keyed = new Vintem({ url: gateway.url, apiKey: key });
  await expect(keyed.customers.list().first()).resolves.toHaveProperty('total');
  await expect(keyed.apiKeys.list()).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
  await expect(keyed.users.list()).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect((await vintem.apiKeys.list()).data).toMatchObject([{ id, name: 'Loja virtual' }]);
  await vintem.apiKeys.revoke(id);

  const { data } = await vintem.auditLog.list({ object: 'api_key', object_id: String(id) }).first();
  expect(data.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created']);
  expect(await vintem.auditLog.csv({ object: 'api_key' })).toContain('api_key.revoked');
});

it('a person’s data are given out, and removed', async () => {
  const { customer } = orderOf(1000) as Order;
  const joana = { ...customer, name: 'Joana Prado', document: '11144477735' };
  const { transaction } = await order(1000, { customer: joana });
  await vintem.transactions.cancel(transaction.id);
  const [{ id } = { id: 0 }] = (await vintem.customers.list({ document: joana.document }).first()).data;
  expect(JSON.stringify(await vintem.customers.export(id))).toContain(joana.name);
  await vintem.customers.anonymise(id);
  expect((await vintem.customers.get(id)).name).not.toBe(joana.name);
});
