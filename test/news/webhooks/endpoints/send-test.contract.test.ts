import { describe, expect, it } from 'vitest';
import { eventually, expectError } from '../../../support/contract.ts';
import { eventOf, logOf } from '../hooks.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('[webhooks] POST /webhooks/{id}/test', () => {
  it('answers 202 and sends a webhook.test to this one only, whatever it is subscribed to', async () => {
    const events = ['payment.refunded'];
    await shop.withWebhook({ url: shop.at('/tested'), events }, async ({ id }) => {
      await shop.withWebhook({ url: shop.at('/bystander') }, async () => {
        const answer = await shop.post(`/webhooks/${id}/test`);
        expect(answer.status).toBe(202);
        expect(answer.body).toEqual({
          success: true,
          message: expect.stringMatching(/\S/),
          deliveries: [{ id: expect.any(Number), webhook_id: id, event: 'webhook.test', status: 'PENDING' }],
        });
        await eventually(() => expect(shop.requestsTo('/tested')).toHaveLength(1));
        expect(eventOf(shop.requestsTo('/tested')[0])).toMatchObject({ event: 'webhook.test', webhook_id: id });
        expect(shop.requestsTo('/bystander')).toEqual([]);
      });
    });
  });

  it('refuses one that is disabled', async () => {
    await shop.withWebhook({}, async ({ id }) => {
      await shop.change(id, { status: 'DISABLED' });
      expectError(await shop.post(`/webhooks/${id}/test`), { status: 400, code: 'VALIDATION_ERROR' });
      expect(await logOf(shop, id)).toEqual([]);
    });
  });
});
