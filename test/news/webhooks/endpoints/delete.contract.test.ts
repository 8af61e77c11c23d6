import { describe, expect, it } from 'vitest';
import { eventually, expectError } from '../../../support/contract.ts';
import { createPayment } from '../../../support/money.ts';
import { untilReceived } from '../hooks.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('DELETE /webhooks/{id}', () => {
  it('answers 204 without a body, and from then on the webhook is unknown', async () => {
    const { id } = (await shop.register({ url: shop.at('/deleted') })).body;
    const answer = await shop.remove(id);
    expect(answer).toMatchObject({ status: 204, body: '' });
    const unknown = { status: 404, code: 'WEBHOOK_NOT_FOUND' };
    expectError(await shop.remove(id), unknown);
    expectError(await shop.get(`/webhooks/${id}`), unknown);
    expectError(await shop.change(id, { status: 'ACTIVE' }), unknown);
    expectError(await shop.get(`/webhooks/${id}/deliveries`), unknown);
    expectError(await shop.post(`/webhooks/${id}/test`), unknown);
    expectError(await shop.post(`/webhooks/${id}/rotate-secret`), unknown);
    const list = await shop.get('/webhooks?limit=100');
    expect(list.body.data.map((record: { id: number }) => record.id)).not.toContain(id);
  });

  it('stops what was still to be sent', async () => {
    const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(500).end());
    await createPayment(shop, company, 1_000);
    await untilReceived(hook.receiver, 1);
    await shop.remove(hook.id);
    await eventually(async () => {
      const rows = await shop.database.db.query('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1', [
        hook.id,
      ]);
      expect(rows).toEqual([]);
    });
  });
});
