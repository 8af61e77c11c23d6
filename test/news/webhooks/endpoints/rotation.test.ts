import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../support/contract.ts';
import { testHook, untilReceived } from '../hooks.ts';
import type { ReceivedRequest } from '../receivers.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('[webhooks] signatures', () => {
  const verifies = (secret: string, request: ReceivedRequest | undefined) => {
    try {
      new Webhook(secret).verify(request?.body ?? '', (request?.headers ?? {}) as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };

  it('both secrets verify while a rotation lasts, the new one alone afterwards, and a third never', async () => {
    const { hook } = await shop.openBranch();
    await testHook(shop, hook.id);
    await untilReceived(hook.receiver, 1);
    const rotated = (await shop.post(`/webhooks/${hook.id}/rotate-secret`)).body.secret;
    await testHook(shop, hook.id);
    await untilReceived(hook.receiver, 2);
    const [row] = await shop.database.db.query<{ hours: number }>(
      `SELECT extract(epoch FROM previous_secrets_until[1] - now())::float8 / 3600 AS hours
       FROM webhook_endpoints WHERE id = $1`,
      [hook.id],
    );
    expect(row?.hours).toBeGreaterThan(23.9);
    expect(row?.hours).toBeLessThanOrEqual(24);
    await shop.database.db.query('UPDATE webhook_endpoints SET previous_secrets_until = ARRAY[now()] WHERE id = $1', [
      hook.id,
    ]);
    await testHook(shop, hook.id);
    const [before, during, after] = await untilReceived(hook.receiver, 3);
    expect([before, during, after].map((request) => verifies(hook.secret, request))).toEqual([true, true, false]);
    expect([before, during, after].map((request) => verifies(rotated, request))).toEqual([false, true, true]);
    expect([before, during, after].map((request) => verifies(`whsec_${'A'.repeat(43)}=`, request))).toEqual([
      false,
      false,
      false,
    ]);
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('every secret of the last 24 hours verifies, however often it was rotated, up to a bound', async () => {
    const { hook } = await shop.openBranch();
    const rotate = () => shop.post(`/webhooks/${hook.id}/rotate-secret`);
    // Two clicks, or a repeat after a time-out, do this.
    const twice = await Promise.all([rotate(), rotate()]);
    const secrets = [
      hook.secret,
      ...twice.map(({ body }) => body.secret),
      (await rotate()).body.secret,
      (await rotate()).body.secret,
    ];
    await testHook(shop, hook.id);
    const [request] = await untilReceived(hook.receiver, 1);
    expect(secrets.map((secret) => verifies(secret, request))).toEqual([true, true, true, true, true]);
    expectError(await rotate(), { status: 400, code: 'VALIDATION_ERROR' });
    await shop.database.db.query(
      `UPDATE webhook_endpoints SET previous_secrets_until = previous_secrets_until[1:2] || ARRAY[now(), now()]
       WHERE id = $1`,
      [hook.id],
    );
    const last = (await rotate()).body.secret;
    await testHook(shop, hook.id);
    const [, later] = await untilReceived(hook.receiver, 2);
    expect([...secrets, last].filter((secret) => verifies(secret, later))).toHaveLength(4);
    expect(verifies(hook.secret, later)).toBe(false);
    expect(verifies(last, later)).toBe(true);
  });

  it('a body changed by one byte does not verify', async () => {
    const { hook } = await shop.openBranch();
    await testHook(shop, hook.id);
    const [request] = (await untilReceived(hook.receiver, 1)) as [ReceivedRequest];
    expect(verifies(hook.secret, request)).toBe(true);
    expect(verifies(hook.secret, { ...request, body: request.body.replace('webhook.test', 'webhook.best') })).toBe(
      false,
    );
  });
});
