import { describe, expect, it } from 'vitest';
import { eventually } from '../../../support/contract.ts';
import { createPayment, openCompany, sandbox } from '../../../support/money.ts';
import { eventOf, logOf, registerHook, untilReceived } from '../hooks.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('[webhooks] who gets what', () => {
  const kindsAt = (path: string) => shop.requestsTo(path).map((request) => eventOf(request).event as string);

  it('by events, company and status', async () => {
    const [one, other] = [await openCompany(shop), await openCompany(shop)];
    const foreign = await openCompany(shop, { of: 'partner' });
    const hooks: Record<string, Record<string, unknown>> = {
      '/all': {},
      '/one': { company_id: one.id },
      '/other': { company_id: other.id },
      '/created': { events: ['payment.created'] },
      '/approved-of-one': { events: ['payment.approved', 'payment.refunded'], company_id: one.id },
      '/tests-only': { events: ['webhook.test'] },
      '/disabled': {},
      '/deleted': {},
    };
    const ids: Record<string, number> = {};
    for (const [path, body] of Object.entries(hooks))
      ids[path] = (await shop.register({ url: shop.at(path), ...body })).body.id;
    const foreignHook = await registerHook(shop, shop.receiver, { url: shop.at('/foreign') }, shop.otherToken);
    await shop.change(ids['/disabled'] as number, { status: 'DISABLED' });
    await shop.remove(ids['/deleted'] as number);

    const id = await createPayment(shop, one, 1_000);
    await sandbox(shop, one, id, 'pay');
    await createPayment(shop, other, 1_000);
    await createPayment(shop, foreign, 1_000);

    const [created, approved] = ['payment.created', 'payment.approved'];
    await eventually(() => expect(kindsAt('/all')).toHaveLength(3));
    await eventually(() => expect(kindsAt('/foreign')).toEqual([created]));
    await eventually(() => expect(kindsAt('/one')).toHaveLength(2));
    await eventually(() => expect(kindsAt('/approved-of-one')).toHaveLength(1));
    await eventually(() => expect(kindsAt('/created')).toHaveLength(2));
    await eventually(() => expect(kindsAt('/other')).toHaveLength(1));
    expect(kindsAt('/all').sort()).toEqual([approved, created, created]);
    expect(kindsAt('/one').sort()).toEqual([approved, created]);
    expect(kindsAt('/other')).toEqual([created]);
    expect(kindsAt('/created')).toEqual([created, created]);
    expect(kindsAt('/approved-of-one')).toEqual([approved]);
    for (const path of ['/tests-only', '/disabled', '/deleted']) expect(kindsAt(path)).toEqual([]);
    const rows = await shop.database.db.query('SELECT FROM webhook_deliveries WHERE endpoint_id = ANY ($1::bigint[])', [
      [ids['/tests-only'], ids['/disabled'], ids['/deleted']],
    ]);
    expect(rows).toEqual([]);

    for (const [path, webhook] of Object.entries(ids)) if (path !== '/deleted') await shop.remove(webhook);
    await shop.remove(foreignHook.id, shop.otherToken);
  });

  it('a payment split with another merchant is told to its owner only', async () => {
    const foreign = await openCompany(shop, { of: 'partner' });
    const mine = await registerHook(shop, shop.receiver, { url: shop.at('/owner'), company_id: shop.company.id });
    const theirs = await registerHook(shop, shop.receiver, { url: shop.at('/participant') }, shop.otherToken);
    const share = {
      merchantType: 'SECONDARY',
      type: 'FIXED',
      chargeFee: false,
      discountGrossAmount: true,
      amountSplit: 100,
    };
    await createPayment(shop, shop.company, 1_000, { splitParticipants: [{ accessToken: foreign.token, ...share }] });
    await eventually(() => expect(kindsAt('/owner')).toEqual(['payment.created']));
    expect(await logOf(shop, theirs.id, shop.otherToken)).toEqual([]);
    await shop.remove(mine.id);
    await shop.remove(theirs.id, shop.otherToken);
  });

  it('switched off, what was waiting is not sent; switched on again, only what happens from then on', async () => {
    let status = 500;
    const { company: own, hook } = await shop.openBranch((_request, response) => response.writeHead(status).end());
    await createPayment(shop, own, 1_000);
    await untilReceived(hook.receiver, 1);
    await shop.change(hook.id, { status: 'DISABLED' });
    await eventually(async () =>
      expect(await logOf(shop, hook.id)).toMatchObject([{ status: 'FAILED', next_attempt_at: null }]),
    );
    await createPayment(shop, own, 2_000);
    status = 200;
    await shop.change(hook.id, { status: 'ACTIVE' });
    await createPayment(shop, own, 3_000);
    await eventually(() =>
      expect(hook.receiver.requests.map((request) => eventOf(request).amount)).toEqual([1_000, 3_000]),
    );
    await eventually(async () =>
      expect(await logOf(shop, hook.id)).toMatchObject([{ status: 'DELIVERED' }, { status: 'FAILED' }]),
    );
  });
});
