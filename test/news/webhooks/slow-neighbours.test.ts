import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '../../../src/news/webhooks/deliveries/send-webhook.ts';
import { createPayment, openCompany } from '../../support/money.ts';
import { type Hook, registerHook, untilReceived } from './hooks.ts';
import { startReceiver } from './receivers.ts';
import { useShop } from './shop.ts';

const shop = useShop();

describe('[webhooks] one slow endpoint does not delay another', () => {
  afterEach(() => shop.database.db.query(`UPDATE webhook_endpoints SET status = 'DISABLED'`));

  it('with a tenth of the endpoints hanging, every healthy one gets its first attempt', async () => {
    const patient = createWebhookSender({ allowLoopback: true, timeoutMs: 600_000 });
    const { webhooks } = shop.vintem.deps;
    const usual = webhooks.sender;
    webhooks.sender = patient;
    const company = await openCompany(shop);
    const hanging = await startReceiver(() => {});
    const healthy = await startReceiver((_request, response) => response.end('ok'));
    shop.closeLater(healthy);
    onTestFinished(async () => {
      webhooks.sender = usual;
      await hanging.close();
      await patient.close();
    });
    const hooks: Hook[] = [];
    for (let index = 0; index < 20; index++) {
      hooks.push(await registerHook(shop, index % 10 === 3 ? hanging : healthy, { company_id: company.id }));
    }
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 5 }, () => createPayment(shop, company, 1_000)));
    const healthyIds = hooks.filter(({ receiver }) => receiver === healthy).map(({ id }) => id);
    expect(healthyIds).toHaveLength(18);
    // Those that hang are not given up before the test ends: whoever waited for one of them would wait for ever.
    await untilReceived(healthy, 18 * 20);
    expect(hanging.requests.length).toBeGreaterThan(0);
  });
});
