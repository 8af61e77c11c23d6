import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { openShop, type Way } from './medusa-shop.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
/** A coffee of 39.90 and its way of 12.50. */
const TOTAL = 52.4;
const TOTAL_CENTS = 5240;
/** Medusa looks at a webhook five seconds after it came. */
const WEBHOOK_IS_DONE_MS = 8_000;
const HOOK = '/hooks/payment/vintem-pix_vintem';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(async () => {
  await shop?.close();
});

/** From the cart to an order that waits for its money. */
async function ordered(way: Way) {
  const cartId = await shop.cart();
  const session = await shop.session(cartId, way);
  const order = await shop.complete(cartId);
  return { order, session, transactionId: session.data.transaction_id as number };
}

async function paid(way: Way) {
  const { order, transactionId } = await ordered(way);
  await shop.vintem.sandbox.pay(transactionId);
  const captured = await isPaidOnce(order.id);
  return { order: captured, transactionId, payment: paymentsOf(captured)[0] };
}

// biome-ignore lint/suspicious/noExplicitAny: an order of Medusa, whose types are not here.
const paymentsOf = (order: any) => order.payment_collections.flatMap((collection: any) => collection.payments ?? []);
// biome-ignore lint/suspicious/noExplicitAny: the same.
const sessionsOf = (order: any) => order.payment_collections.flatMap((one: any) => one.payment_sessions ?? []);

/** Everything that says how much was paid says the same, once. Medusa writes it step by step. */
const isPaidOnce = (orderId: string) =>
  eventually(async () => {
    const order = await shop.orderOf(orderId);
    const payments = paymentsOf(order);
    expect(payments).toHaveLength(1);
    expect(payments[0]).toMatchObject({ amount: TOTAL, captures: [{ amount: TOTAL }] });
    expect(order.payment_status).toBe('captured');
    expect(order.summary).toMatchObject({ paid_total: TOTAL, pending_difference: 0 });
    expect(order.transactions).toMatchObject([{ amount: TOTAL, reference: 'capture' }]);
    return order;
  });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('an order first, the money later', () => {
  it('a PIX: cart, session with its code, order, paid in the sandbox, captured by the webhook', async () => {
    const { order, session, transactionId } = await ordered('pix');
    expect(session.data).toMatchObject({ amount: TOTAL_CENTS, payment_type: 'pix', session_id: session.id });
    expect(session.data.pix_qr_code).toMatch(/^000201/);
    expect(JSON.stringify(session)).not.toContain('529.982.247-25');
    expect(sessionsOf(order)).toMatchObject([{ id: session.id, status: 'pending_authorization' }]);
    expect(paymentsOf(order)).toEqual([]);
    expect(order.summary).toMatchObject({ paid_total: 0 });

    await shop.vintem.sandbox.pay(transactionId);
    await isPaidOnce(order.id);
    const transaction = await shop.vintem.transactions.get(transactionId);
    expect(transaction).toMatchObject({ amount: TOTAL_CENTS, external_id: session.id });
  });

  it('a discount that leaves parts of a cent is rounded, and the order is paid whole', async () => {
    const code = 'SETIMO';
    await shop.admin('/promotions', {
      code,
      type: 'standard',
      status: 'active',
      application_method: { type: 'percentage', target_type: 'items', allocation: 'across', value: 14.2857 },
    });
    const cartId = await shop.cart();
    const { cart } = await shop.store(`/carts/${cartId}/promotions`, { promo_codes: [code] });
    // 39.90 less 14.2857 % is 34.2000057, and 12.50 for its way.
    expect(cart.total).toBeCloseTo(46.7000057, 6);
    const session = await shop.session(cartId, 'pix');
    expect(session.data.amount).toBe(4670);
    const order = await shop.complete(cartId);
    await shop.vintem.sandbox.pay(session.data.transaction_id);
    await eventually(async () => {
      const { payment_status, summary } = await shop.orderOf(order.id);
      expect(payment_status).toBe('captured');
      expect(summary.pending_difference).toBeCloseTo(0, 2);
    });
  });

  it('a boleto that is paid two days later', async () => {
    const { order, session, transactionId } = await ordered('boleto');
    expect(session.data.boleto_digitable_line).toMatch(/^\d{47}$/);
    await shop.vintem.sandbox.advanceClock(2 * 86_400);
    expect((await shop.orderOf(order.id)).payment_status).not.toBe('captured');
    await shop.vintem.sandbox.pay(transactionId);
    await isPaidOnce(order.id);
  });

  it('a webhook that comes twice captures once', async () => {
    const { order, transactionId } = await paid('pix');
    const { deliveries } = await shop.vintem.webhooks.retry(transactionId);
    expect(deliveries).toHaveLength(1);
    await eventually(async () => {
      const log = await shop.vintem.webhooks.deliveries(deliveries[0]?.webhook_id ?? 0).first();
      expect(log.data[0]).toMatchObject({ status: 'DELIVERED', resend: true, transaction_id: transactionId });
    });
    await wait(WEBHOOK_IS_DONE_MS);
    await isPaidOnce(order.id);
  });

  it('a webhook that comes before the session is authorised makes the order', async () => {
    const cartId = await shop.cart();
    const session = await shop.session(cartId, 'pix');
    await shop.vintem.sandbox.pay(session.data.transaction_id);
    const order = await eventually(async () => {
      const { orders } = await shop.admin('/orders?order=-created_at&limit=1&fields=id,*payment_collections.payments');
      expect(paymentsOf(orders[0])).toMatchObject([{ data: { session_id: session.id } }]);
      return orders[0];
    });
    await isPaidOnce(order.id);
    // The storefront, which comes later, gets the same order.
    expect((await shop.complete(cartId)).id).toBe(order.id);
  });

  it('without a webhook, staff asks and is told', async () => {
    const { order, session, transactionId } = await ordered('pix');
    await shop.vintem.sandbox.pay(transactionId, { notify: false });
    await shop.admin(`/orders/${order.id}/payment-sessions/authorize`, { payment_session_id: session.id });
    await isPaidOnce(order.id);
  });
});

describe('what is over', () => {
  it('a PIX that nobody pays in time takes its order along', async () => {
    const { order, transactionId } = await ordered('pix');
    await shop.vintem.sandbox.advanceClock(40 * 60);
    await eventually(async () => expect((await shop.orderOf(order.id)).status).toBe('canceled'));
    const over = await shop.vintem.transactions.get(transactionId);
    expect(over).toMatchObject({ status_payment_name: 'FAILED', failure_reason: 'EXPIRED' });
    expect(paymentsOf(await shop.orderOf(order.id))).toEqual([]);
  });

  it('a cart whose code is over becomes no order until it has another code', async () => {
    const cartId = await shop.cart();
    const session = await shop.session(cartId, 'pix');
    await shop.vintem.sandbox.expire(session.data.transaction_id);
    await expect(shop.complete(cartId)).rejects.toThrow();
    await shop.session(cartId, 'pix');
    expect((await shop.complete(cartId)).status).toBe('pending');
  });

  it('an order that staff cancels takes its code along', async () => {
    const { order, transactionId } = await ordered('pix');
    await shop.admin(`/orders/${order.id}/cancel`, {});
    await eventually(async () => {
      const ended = await shop.vintem.transactions.get(transactionId);
      expect(ended).toMatchObject({ status_payment_name: 'FAILED', failure_reason: 'CANCELLED' });
    });
  });

  it('another way to pay ends the first charge', async () => {
    const cartId = await shop.cart();
    const first = await shop.session(cartId, 'pix');
    const second = await shop.session(cartId, 'boleto');
    expect(second.data.transaction_id).not.toBe(first.data.transaction_id);
    const ended = await shop.vintem.transactions.get(first.data.transaction_id);
    expect(ended).toMatchObject({ status_payment_name: 'FAILED', failure_reason: 'CANCELLED' });
  });
});

describe('refunds', () => {
  it('a PIX goes back in parts, to the cent', async () => {
    const { order, payment, transactionId } = await paid('pix');
    await shop.admin(`/payments/${payment.id}/refund`, { amount: 10.01 });
    expect(await shop.vintem.transactions.get(transactionId)).toMatchObject({
      status_payment_name: 'APPROVED',
      refunded_amount: 1001,
    });
    await shop.admin(`/payments/${payment.id}/refund`, { amount: 42.39 });
    expect(await shop.vintem.transactions.get(transactionId)).toMatchObject({
      status_payment_name: 'REFUNDED',
      refunded_amount: TOTAL_CENTS,
    });
    expect((await shop.orderOf(order.id)).payment_status).toBe('refunded');
  });

  it('cancelling a paid order gives all of it back', async () => {
    const { order, transactionId } = await paid('pix');
    await shop.admin(`/orders/${order.id}/cancel`, {});
    await eventually(async () =>
      expect(await shop.vintem.transactions.get(transactionId)).toMatchObject({ status_payment_name: 'REFUNDED' }),
    );
  });

  it('a boleto goes back whole, and in no parts', async () => {
    const { payment, transactionId } = await paid('boleto');
    await expect(shop.admin(`/payments/${payment.id}/refund`, { amount: 1 })).rejects.toThrow(
      'a boleto is given back whole',
    );
    expect(await shop.vintem.transactions.get(transactionId)).toMatchObject({ refunded_amount: 0 });
    await shop.admin(`/payments/${payment.id}/refund`, { amount: TOTAL });
    expect(await shop.vintem.transactions.get(transactionId)).toMatchObject({ status_payment_name: 'REFUNDED' });
  });
});

describe('what must not be believed', () => {
  it('a webhook with the wrong secret pays nothing', async () => {
    const { order, transactionId } = await ordered('pix');
    const body = JSON.stringify({
      event: 'payment.approved',
      transaction_id: transactionId,
      id: 'evt_forged',
      status: 'APPROVED',
      amount: TOTAL_CENTS,
      sequence: 2,
    });
    const seconds = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', randomBytes(32)).update(`evt_forged.${seconds}.${body}`).digest('base64');
    const response = await fetch(`${shop.url}${HOOK}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'evt_forged',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    });
    expect(response.status).toBe(200);
    await eventually(() => expect(shop.log()).toContain('a webhook of Vintém was refused: WRONG_SIGNATURE'));
    expect((await shop.orderOf(order.id)).payment_status).not.toBe('captured');
  });

  it('a payer without a document is asked for it, and nothing is ordered', async () => {
    const before = (await shop.vintem.transactions.list().first()).total;
    const cartId = await shop.cart();
    const payer = { name: 'Maria', email: 'maria@example.com', phone: '(11) 98765-4321' };
    await expect(shop.session(cartId, 'pix', payer)).rejects.toThrow('data.payer.document is missing');
    const wrong = { ...payer, document: '123' };
    await expect(shop.session(cartId, 'pix', wrong)).rejects.toThrow('customer.document');
    expect((await shop.vintem.transactions.list().first()).total).toBe(before);
  });

  it('what a storefront writes into a session changes nobody else’s payment', async () => {
    const { session } = await ordered('pix');
    const cartId = await shop.cart();
    const { payment_collection: made } = await shop.store('/payment-collections', { cart_id: cartId });
    const { payment_collection: collection } = await shop.store(`/payment-collections/${made.id}/payment-sessions`, {
      provider_id: 'pp_vintem-pix_vintem',
      data: {
        ...session.data,
        payer: { name: 'M', email: 'm@example.com', document: '52998224725', phone: '1198765432' },
      },
    });
    expect(collection.payment_sessions[0].data.transaction_id).not.toBe(session.data.transaction_id);
    expect(collection.payment_sessions[0].data.session_id).toBe(collection.payment_sessions[0].id);
  });
});
