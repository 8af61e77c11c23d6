import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { createPayment, openCompany } from '../support/money.ts';
import { type Hook, pause, registerHook, untilReceived } from './hooks.ts';
import { startReceiver } from './receivers.ts';
import { useShop } from './shop.ts';

/** Far longer than a healthy endpoint waits, and far shorter than the 5 s after which a hanging one is given up. */
const PROMPT_MS = 3_000;

const shop = useShop();

describe('[webhooks] one slow endpoint does not delay another', () => {
  afterEach(() => shop.database.db.query(`UPDATE webhook_endpoints SET status = 'DISABLED'`));

  it('with a tenth of the endpoints hanging, every healthy one gets its first attempt promptly', async () => {
    const company = await openCompany(shop);
    const hanging = await startReceiver(() => {});
    const healthy = await startReceiver((_request, response) => response.end('ok'));
    for (const receiver of [hanging, healthy]) shop.closeLater(receiver);
    const hooks: Hook[] = [];
    for (let index = 0; index < 20; index++) {
      hooks.push(await registerHook(shop, index % 10 === 3 ? hanging : healthy, { company_id: company.id }));
    }
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 5 }, () => createPayment(shop, company, 1_000)));
      await pause(300);
    }
    const healthyIds = hooks.filter(({ receiver }) => receiver === healthy).map(({ id }) => id);
    expect(healthyIds).toHaveLength(18);
    await untilReceived(healthy, 18 * 20, 10_000);
    const waits = await eventually(async () => {
      const rows = await shop.database.db.query<{ wait_ms: number }>(
        `SELECT extract(epoch FROM min(a.attempted_at) - e.occurred_at)::float8 * 1000 AS wait_ms
         FROM webhook_deliveries d JOIN events e ON e.id = d.event_id JOIN webhook_attempts a ON a.delivery_id = d.id
         WHERE d.endpoint_id = ANY ($1::bigint[]) GROUP BY d.id, e.occurred_at`,
        [healthyIds],
      );
      expect(rows).toHaveLength(18 * 20);
      return rows.map(({ wait_ms }) => wait_ms);
    });
    expect(Math.max(...waits)).toBeLessThan(PROMPT_MS);
    expect(hanging.requests.length).toBeGreaterThan(0);
  });
});
