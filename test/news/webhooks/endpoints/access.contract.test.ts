import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectError, invalid } from '../../../support/contract.ts';
import { createPayment, openCompany } from '../../../support/money.ts';
import { wholeFeed } from '../../events/feed.ts';
import { type Hook, newestDelivery } from '../hooks.ts';
import { UNKNOWN_ID, useShop, withoutId } from '../shop.ts';

const shop = useShop();

describe('ids in paths', () => {
  it.each(['0', '-1', '1.5', 'abc', '1e3', '%00'])('%s is no id of a webhook', async (id) => {
    const answers = [
      await shop.get(`/webhooks/${id}`),
      await shop.change(id, {}),
      await shop.call('DELETE', `/webhooks/${id}`, { token: shop.token }),
      await shop.get(`/webhooks/${id}/deliveries`),
      await shop.post(`/webhooks/${id}/test`),
      await shop.post(`/webhooks/${id}/rotate-secret`),
      await shop.get(`/webhooks/${id}/stats`),
      await shop.get(`/webhooks/${id}/missed`),
      await shop.post(`/webhooks/${id}/recover`, { since: new Date().toISOString() }),
      await shop.get(`/webhooks/${id}/deliveries/1`),
      await shop.post(`/webhooks/${id}/deliveries/1/retry`),
    ];
    for (const answer of answers) expectError(answer, invalid('id'));
  });
});

describe('an id beyond all ids', () => {
  it('is nobody’s', async () => {
    expectError(await shop.get('/webhooks/99999999999999999999'), { status: 404, code: 'WEBHOOK_NOT_FOUND' });
  });
});

describe('[authentication] every route needs the JWT', () => {
  it.each([
    'POST /webhooks',
    'GET /webhooks',
    'GET /webhooks/1',
    'PATCH /webhooks/1',
    'DELETE /webhooks/1',
    'POST /webhooks/1/rotate-secret',
    'POST /webhooks/1/test',
    'GET /webhooks/1/deliveries',
    'POST /webhooks/1/retry',
    'GET /webhooks/1/stats',
    'GET /webhooks/1/missed',
    'POST /webhooks/1/recover',
    'GET /webhooks/1/deliveries/1',
    'POST /webhooks/1/deliveries/1/retry',
    'GET /events',
    'GET /events/stream',
  ])('%s', async (route) => {
    const [method, path] = route.split(' ') as [string, string];
    const answer = await shop.call(method, path);
    expectError(answer, { status: 401, code: 'UNAUTHORIZED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('[errors] another merchant’s webhook, delivery or event is unknown', () => {
  let hook: Hook;
  let paymentId: number;
  beforeAll(async () => {
    const branch = await shop.openBranch();
    hook = branch.hook;
    paymentId = await createPayment(shop, branch.company, 1_000);
    await newestDelivery(shop, hook.id, { status: 'DELIVERED' });
  });

  const stored = async () => [
    await shop.database.db.query('SELECT * FROM webhook_endpoints WHERE id = $1', [hook.id]),
    await shop.database.db.query('SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1', [hook.id]),
  ];

  it.each<[string, object?]>([
    ['GET /webhooks/{id}'],
    ['PATCH /webhooks/{id}', {}],
    ['PATCH /webhooks/{id}', { status: 'DISABLED', url: 'http://localhost:1/', events: ['webhook.test'] }],
    ['DELETE /webhooks/{id}'],
    ['POST /webhooks/{id}/rotate-secret'],
    ['POST /webhooks/{id}/test'],
    ['GET /webhooks/{id}/deliveries'],
    ['GET /webhooks/{id}/deliveries/1'],
    ['POST /webhooks/{id}/deliveries/1/retry'],
    ['GET /webhooks/{id}/stats'],
    ['GET /webhooks/{id}/missed'],
    ['POST /webhooks/{id}/recover', { since: new Date().toISOString() }],
  ])('%s with %j', async (route, body) => {
    const [method, path] = route.split(' ') as [string, string];
    const ask = (id: number) => shop.call(method, path.replace('{id}', String(id)), { token: shop.otherToken, body });
    const before = await stored();
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'WEBHOOK_NOT_FOUND' });
    expect(withoutId(await ask(hook.id), hook.id)).toEqual(withoutId(unknown, UNKNOWN_ID));
    expect(await stored()).toEqual(before);
  });

  it('POST /webhooks/{paymentId}/retry, by either id', async () => {
    const [row] = await shop.database.db.query<{ id: string }>(
      `SELECT response_data_subacquirer_integration ->> 'transactionId' AS id FROM payments WHERE id = $1`,
      [paymentId],
    );
    const ask = (id: number | string) => shop.post(`/webhooks/${id}/retry`, undefined, shop.otherToken);
    const before = await stored();
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    for (const id of [paymentId, row?.id as string])
      expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
    expect(await stored()).toEqual(before);
    expect((await shop.post(`/webhooks/${row?.id}/retry`)).status).toBe(202);
  });

  it('GET /webhooks and GET /events show one’s own', async () => {
    expect((await shop.get('/webhooks?limit=100', shop.otherToken)).body.data).toEqual([]);
    const foreign = await openCompany(shop, { of: 'partner' });
    const foreignPayment = await createPayment(shop, foreign, 1_000);
    const feedOf = async (token: string) => JSON.stringify(await wholeFeed(shop, undefined, token));
    await eventually(async () =>
      expect(await feedOf(shop.otherToken)).toContain(`"transaction_id":${foreignPayment},`),
    );
    expect(await feedOf(shop.otherToken)).not.toContain(`"transaction_id":${paymentId},`);
    expect(await feedOf(shop.token)).toContain(`"transaction_id":${paymentId},`);
    expect(await feedOf(shop.token)).not.toContain(`"transaction_id":${foreignPayment},`);
  });
});
