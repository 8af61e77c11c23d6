import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/contract.ts';
import { createPayment, openCompany, order, refundPix, sandbox, type TestCompany } from '../../support/money.ts';
import { eventOf, expectSecondAttempt, type Hook, logOf, newestDelivery, openHook, untilReceived } from './hooks.ts';
import { useShop } from './shop.ts';
import { verified } from './verified-events.ts';

const shop = useShop();

describe('POST /webhooks/{paymentId}/retry', () => {
  let own: TestCompany;
  let hook: Hook;
  let other: Hook;
  let paymentId: number;
  beforeAll(async () => {
    ({ company: own, hook } = await shop.openBranch(undefined, { events: ['payment.approved'] }));
    other = await openHook(shop, { company_id: own.id, events: ['payment.created'] });
    paymentId = await createPayment(shop, own, 1_000);
    await sandbox(shop, own, paymentId, 'pay');
    await untilReceived(hook.receiver, 1);
  });
  afterAll(() => other.receiver.close());
  const retry = (id: number | string, token = shop.token) => shop.post(`/webhooks/${id}/retry`, undefined, token);

  it('answers 202 and sends the latest event, under its id, to each that is subscribed to it', async () => {
    const before = hook.receiver.requests.length;
    const answer = await retry(paymentId);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      deliveries: [{ id: expect.any(Number), webhook_id: hook.id, event: 'payment.approved', status: 'PENDING' }],
    });
    const requests = await untilReceived(hook.receiver, before + 1);
    expect(requests.at(-1)?.headers['webhook-id']).toBe(requests[0]?.headers['webhook-id']);
    expect(requests.at(-1)?.body).toBe(requests[0]?.body);
    expect(await logOf(shop, other.id)).toHaveLength(1);
  });

  it('finds a payment by the payment_id that a refund answers', async () => {
    const refunded = await createPayment(shop, own, 1_000);
    await sandbox(shop, own, refunded, 'pay');
    const { payment_id } = (await refundPix(shop, own, refunded, 5)).body.transaction;
    expect(payment_id).toEqual(expect.any(String));
    const everything = await openHook(shop, { company_id: own.id });
    const answer = await retry(payment_id);
    expect(answer).toMatchObject({
      status: 202,
      body: { deliveries: [{ webhook_id: everything.id, event: 'payment.refunded' }] },
    });
    const [request] = await untilReceived(everything.receiver, 1);
    expect(eventOf(request)).toMatchObject({ event: 'payment.refunded', transaction_id: refunded, refund_amount: 500 });
    await shop.remove(everything.id);
    await everything.receiver.close();
  });

  it('answers 202 with nothing when nobody is subscribed', async () => {
    const lonely = await createPayment(shop, await openCompany(shop), 1_000);
    expect(await retry(lonely)).toMatchObject({ status: 202, body: { success: true, deliveries: [] } });
  });

  it('does not send to one that is disabled or removed', async () => {
    const asleep = await openHook(shop, { company_id: own.id });
    await shop.change(asleep.id, { status: 'DISABLED' });
    const gone = await openHook(shop, { company_id: own.id });
    await shop.remove(gone.id);
    const { body } = await retry(paymentId);
    expect(body.deliveries.map(({ webhook_id }: { webhook_id: number }) => webhook_id)).toEqual([hook.id]);
    await shop.remove(asleep.id);
    for (const { receiver: used } of [asleep, gone]) await used.close();
  });

  it('answers 400 NO_EVENT_YET while nothing has happened', async () => {
    const fault = { operation: 'charge', kind: 'error_500', times: 1 };
    expect((await shop.acquirer('POST', '/control/faults', fault)).status).toBe(201);
    const refused = await order(shop, own, 1_000);
    expectError(refused, { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    expectError(await retry(refused.body.details.transaction_id), { status: 400, code: 'NO_EVENT_YET' });
  });

  it.each(['987654321', '0', '9'.repeat(15), '9'.repeat(40), 'no-such-payment', 'a%27--', '%20'])(
    'answers 404 for %s, which nobody has',
    async (id) => {
      expectError(await retry(id), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    },
  );

  it.each(['%00', '%ED%A0%80'])('refuses %s, which is no text', async (id) => {
    expect((await retry(id)).status).toBe(400);
  });
});

describe('resending by hand', () => {
  it('keeps the event id and leaves the scheduled delivery as it is', async () => {
    let status = 503;
    const { company, hook } = await shop.openBranch((_request, response) =>
      response.writeHead(status, { 'retry-after': '3600' }).end(),
    );
    const paymentId = await createPayment(shop, company, 1_000);
    const scheduled = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    const resend = async () => {
      const { status: answered, body } = await shop.post(`/webhooks/${paymentId}/retry`);
      expect(answered).toBe(202);
      return body.deliveries[0].id as number;
    };
    const stored = async () => (await logOf(shop, hook.id)).find(({ id }) => id === scheduled.id);

    const failing = await resend();
    await newestDelivery(shop, hook.id, {
      id: failing,
      resend: true,
      status: 'PENDING',
      attempts: [{ status_code: 503 }],
    });
    expect(await stored()).toEqual(scheduled);
    status = 200;
    const arriving = await resend();
    const delivered = await newestDelivery(shop, hook.id, { id: arriving, resend: true, status: 'DELIVERED' });
    expect(await stored()).toEqual(scheduled);
    expect(delivered.event_id).toBe(scheduled.event_id);
    const { requests } = hook.receiver;
    expect(new Set(requests.map((request) => request.headers['webhook-id']))).toEqual(new Set([scheduled.event_id]));
    expect(new Set(requests.map((request) => request.body)).size).toBe(1);
    verified(hook);
  });

  it('works for a delivery that has failed for good', async () => {
    let status = 500;
    const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(status).end());
    const paymentId = await createPayment(shop, company, 1_000);
    const { id, event_id } = await newestDelivery(shop, hook.id, {
      status: 'PENDING',
      attempts: [{ status_code: 500 }],
    });
    await shop.database.db.query(
      `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE id = $1`,
      [id],
    );
    status = 200;
    await shop.post(`/webhooks/${paymentId}/retry`);
    await newestDelivery(shop, hook.id, { event_id, resend: true, status: 'DELIVERED' });
  });

  it('has a schedule of its own, counted from the resend', async () => {
    const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(500).end());
    const paymentId = await createPayment(shop, company, 1_000);
    await untilReceived(hook.receiver, 1);
    await shop.post(`/webhooks/${paymentId}/retry`);
    const delivery = await newestDelivery(shop, hook.id, {
      resend: true,
      status: 'PENDING',
      attempts: [{ status_code: 500 }],
    });
    expectSecondAttempt(delivery);
  });
});
