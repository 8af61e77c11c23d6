import { expect, it } from 'vitest';
import { eventually, expectError } from '../../../support/contract.ts';
import { createPaid, createPayment } from '../../../support/money.ts';
import { newestDelivery } from '../hooks.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

const keyOf = async (...scopes: string[]): Promise<string> =>
  (await shop.post('/api-keys', { name: scopes.join(' '), scopes })).body.key;

it('a key for webhooks alone registers an address and gets nothing of what happened before', async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const sale = await createPaid(shop, shop.company, 5_000);
  const key = await keyOf('webhooks');
  const made = await shop.register({ url: shop.at('/espia') }, key);
  expect(made.status).toBe(201);
  const { id } = made.body;
  const needsRead = { status: 403, code: 'FORBIDDEN' };
  const again = [
    await shop.post(`/webhooks/${id}/recover`, { since }, key),
    await shop.post(`/webhooks/${sale}/retry`, {}, key),
    await shop.post(`/webhooks/${id}/deliveries/1/retry`, {}, key),
  ];
  for (const answer of again) {
    expectError(answer, needsRead);
    expect(answer.body.details).toEqual({ permission: 'read' });
  }
  expectError(await shop.get(`/webhooks/${id}/missed`, key), needsRead);

  // What happens from now on is sent there: that is what the scope is for.
  const later = await createPaid(shop, shop.company, 6_000);
  const told = () =>
    shop
      .requestsTo('/espia')
      .map(({ body }) => (JSON.parse(String(body)) as { transaction_id: number }).transaction_id);
  await eventually(() => expect(told()).toHaveLength(2));
  expect(new Set(told())).toEqual(new Set([later]));

  const reader = await keyOf('webhooks', 'read');
  expect((await shop.post(`/webhooks/${id}/recover`, { since }, reader)).status).toBe(202);
  await eventually(() => expect(new Set(told())).toEqual(new Set([later, sale])));
});

it('what waits goes to a changed address, so a key for webhooks alone changes none', async () => {
  const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(500).end());
  const sale = await createPayment(shop, company, 5_000);
  const waiting = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 500 }] });
  const before = (await shop.get(`/webhooks/${hook.id}`)).body;
  const [key, reader] = [await keyOf('webhooks'), await keyOf('webhooks', 'read')];
  const refused = await shop.change(hook.id, { url: shop.at('/desvio'), description: 'x' }, key);
  expectError(refused, { status: 403, code: 'FORBIDDEN' });
  expect(refused.body.details).toEqual({ permission: 'read' });
  const { url, description } = (await shop.get(`/webhooks/${hook.id}`)).body;
  expect({ url, description }).toEqual({ url: before.url, description: before.description });
  expect((await shop.change(hook.id, { description: 'Loja', url: null }, key)).status).toBe(200);

  expect((await shop.change(hook.id, { url: shop.at('/mudou') }, reader)).status).toBe(200);
  await shop.database.db.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [waiting.id]);
  await newestDelivery(shop, hook.id, { id: waiting.id, status: 'DELIVERED' });
  const [arrived] = shop.requestsTo('/mudou');
  expect(JSON.parse(String(arrived?.body))).toMatchObject({ transaction_id: sale, id: waiting.event_id });
  expect(shop.requestsTo('/desvio')).toEqual([]);
});
