import { describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid } from '../../../support/contract.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('PATCH /webhooks/{id}', () => {
  it.each([
    { url: 'http://localhost:1/other' },
    { events: ['payment.failed'] },
    { description: 'Outra' },
    { status: 'DISABLED', disabled_at: expect.stringMatching(ISO_UTC), disabled_reason: 'BY_HAND' },
  ])('changes %j and leaves the rest', async (change) => {
    await shop.withWebhook(
      { description: 'Loja', events: ['payment.approved'] },
      async ({ id, secret: _, ...record }) => {
        const answer = await shop.change(id, change);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ id, ...record, ...change, updated_at: expect.stringMatching(ISO_UTC) });
        expect(answer.body.updated_at > answer.body.created_at).toBe(true);
        expect((await shop.get(`/webhooks/${id}`)).body).toEqual(answer.body);
      },
    );
  });

  it('takes null as left out and ignores what cannot be changed', async () => {
    await shop.withWebhook({ description: 'Loja' }, async ({ id, secret: _, ...record }) => {
      const ignored = { company_id: shop.company.id, id: 1, secret: 'whsec_mine', created_at: '2020-01-01T00:00:00Z' };
      const answer = await shop.change(id, { url: null, events: null, status: null, ...ignored });
      expect(answer.body).toEqual({ id, ...record, updated_at: expect.any(String) });
    });
  });

  it('takes a description away with null', async () => {
    await shop.withWebhook({ description: 'Loja' }, async ({ id }) => {
      expect((await shop.change(id, { description: null })).body.description).toBeNull();
      expect((await shop.get(`/webhooks/${id}`)).body.description).toBeNull();
    });
  });

  it.each([
    ['url', { url: 'http://200.160.2.3/hook' }],
    ['url', { url: 'https://192.168.0.1/hook' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/hook' }],
    ['url', { url: 'hook' }],
    ['url', { url: '' }],
    ['events', { events: [] }],
    ['events[0]', { events: ['payment.other'] }],
    ['description', { description: 5 }],
    ['status', { status: 'active' }],
    ['status', { status: 1 }],
  ])('names %s in the refusal of %j, and changes nothing', async (field, change) => {
    await shop.withWebhook({}, async ({ id, secret: _, ...record }) => {
      expectError(await shop.change(id, { description: 'Nova', status: 'DISABLED', ...change }), invalid(field));
      expect((await shop.get(`/webhooks/${id}`)).body).toEqual({ id, ...record });
    });
  });
});
