import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { createPayment, sandbox } from '../../support/money.ts';
import { type Hook, logOf } from './hooks.ts';
import { useShop } from './shop.ts';

const shop = useShop();

describe('[webhooks] GET /webhooks/{id}/deliveries', () => {
  let hook: Hook;
  let paymentId: number;
  beforeAll(async () => {
    const branch = await shop.openBranch((_request, response) => response.writeHead(201).end('criado'));
    hook = branch.hook;
    paymentId = await createPayment(shop, branch.company, 1_000);
    await sandbox(shop, branch.company, paymentId, 'pay');
    await shop.post(`/webhooks/${paymentId}/retry`);
    await shop.post(`/webhooks/${hook.id}/test`);
    await eventually(async () => {
      const log = await logOf(shop, hook.id);
      expect(log.map(({ status }) => status)).toEqual(Array(4).fill('DELIVERED'));
    });
  });

  it('tells each delivery with its attempts, the newest first', async () => {
    const log = await logOf(shop, hook.id);
    const attempt = {
      attempted_at: expect.stringMatching(ISO_UTC),
      status_code: 201,
      error: null,
      response_body: 'criado',
    };
    const delivery = {
      id: expect.any(Number),
      event_id: expect.stringMatching(/^evt_/),
      transaction_id: paymentId,
      status: 'DELIVERED',
      resend: false,
      created_at: expect.stringMatching(ISO_UTC),
      next_attempt_at: null,
      attempts: [{ ...attempt, duration_ms: expect.any(Number) }],
    };
    expect(log).toEqual([
      { ...delivery, event: 'webhook.test', transaction_id: null },
      { ...delivery, event: 'payment.approved', resend: true },
      { ...delivery, event: 'payment.approved' },
      { ...delivery, event: 'payment.created' },
    ]);
    expect(log[1]?.event_id).toBe(log[2]?.event_id);
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  it('pages', async () => {
    const ids = (await logOf(shop, hook.id)).map(({ id }) => id);
    const page = async (query: string) => {
      const { body } = await shop.get(`/webhooks/${hook.id}/deliveries${query}`);
      return { ...body, data: body.data.map(({ id }: { id: number }) => id) };
    };
    expect(await page('')).toEqual({ data: ids, total: 4, page: 1, lastPage: 1, itemsPerPage: 10 });
    expect(await page('?limit=3&page=2')).toEqual({
      data: ids.slice(3),
      total: 4,
      page: 2,
      lastPage: 2,
      itemsPerPage: 3,
    });
    expect(await page('?page=9')).toEqual({ data: [], total: 4, page: 9, lastPage: 1, itemsPerPage: 10 });
  });

  it.each([
    ['page', '?page=0'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await shop.get(`/webhooks/${hook.id}/deliveries${query}`), invalid(field));
  });
});
