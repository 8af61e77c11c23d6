import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { createPayment } from '../../support/money.ts';
import { failingSince, type Hook, logOf, newestDelivery, pause, QUIET_MS, sinceEvent, testHook } from './hooks.ts';
import { useShop } from './shop.ts';

const DAY_MS = 86_400_000;

const shop = useShop();

/** As if the endpoint had failed for this long already. */
async function makeFailingFor(hook: Hook, ms: number): Promise<void> {
  await shop.database.db.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [
    hook.id,
    new Date(Date.now() - ms),
  ]);
}

/** As if the time of the next attempt had come. */
async function makeDue(deliveryId: number): Promise<void> {
  await shop.database.db.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [deliveryId]);
}

describe('[webhooks] the schedule', () => {
  it('ten attempts, each a row, then the delivery has failed', async () => {
    const { hook } = await shop.openBranch((_request, response) => response.writeHead(500).end());
    await testHook(shop, hook.id);
    for (let made = 1; made < 10; made++) {
      const { id, attempts } = await newestDelivery(shop, hook.id, {
        status: 'PENDING',
        attempts: Array(made).fill({ status_code: 500 }),
      });
      expect(attempts).toHaveLength(made);
      await makeDue(id);
    }
    const failed = await newestDelivery(shop, hook.id, { status: 'FAILED', next_attempt_at: null });
    expect(failed.attempts).toHaveLength(10);
    expect(hook.receiver.requests).toHaveLength(10);
    expect((await shop.get(`/webhooks/${hook.id}`)).body.status).toBe('ACTIVE');
  });

  it('attempts 3 to 10 are due at their times after the event', async () => {
    const { hook } = await shop.openBranch((_request, response) => response.writeHead(500).end());
    await testHook(shop, hook.id);
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440];
    for (const [made, offset] of minutes.entries()) {
      const gap = offset - (minutes[made - 1] ?? 0);
      const delivery = await newestDelivery(shop, hook.id, { attempts: Array(made + 1).fill({ status_code: 500 }) });
      const waited = sinceEvent(delivery, delivery.next_attempt_at) / 60_000;
      expect(waited).toBeGreaterThanOrEqual(offset);
      // An attempt that was late is followed by a pause; this one was made before now.
      const late = (Date.now() - Date.parse(delivery.created_at)) / 60_000 + Math.min(gap / 2, 5);
      expect(waited).toBeLessThanOrEqual(Math.max(offset + 0.1 * gap, late));
      await makeDue(delivery.id);
    }
  });

  it('failing for five days disables; a day less, or a success in between, does not', async () => {
    let status = 500;
    const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(status).end());
    const statusOf = async () => (await shop.get(`/webhooks/${hook.id}`)).body.status;
    const failOnce = async () => {
      await testHook(shop, hook.id);
      await newestDelivery(shop, hook.id, { attempts: [{ status_code: 500 }] });
    };
    await failOnce();
    expect(await failingSince(shop, hook)).toBeInstanceOf(Date);
    await makeFailingFor(hook, 5 * DAY_MS - 60_000);
    await failOnce();
    expect(await statusOf()).toBe('ACTIVE');

    await makeFailingFor(hook, 6 * DAY_MS);
    status = 200;
    await testHook(shop, hook.id);
    await newestDelivery(shop, hook.id, { status: 'DELIVERED' });
    expect(await failingSince(shop, hook)).toBeNull();
    expect(await statusOf()).toBe('ACTIVE');

    status = 500;
    await failOnce();
    await makeFailingFor(hook, 5 * DAY_MS + 1_000);
    await failOnce();
    expect(await statusOf()).toBe('DISABLED');
    await eventually(async () => {
      for (const delivery of await logOf(shop, hook.id)) expect(delivery.status).not.toBe('PENDING');
    });
    const sent = hook.receiver.requests.length;
    await createPayment(shop, company, 1_000);
    await pause(QUIET_MS);
    expect(hook.receiver.requests).toHaveLength(sent);

    await shop.call('PATCH', `/webhooks/${hook.id}`, { token: shop.token, body: { status: 'ACTIVE' } });
    await failOnce();
    expect(await statusOf()).toBe('ACTIVE');
  });
});
