import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chargeRefused } from '../../src/gateway/alignment/answer.rules.ts';
import { applyAcquirerStatus } from '../../src/gateway/alignment/apply-acquirer-status.ts';
import { checkPayments } from '../../src/gateway/alignment/safety-net/check-payments.ts';
import { resumePayment } from '../../src/gateway/orders/issue-payment.ts';
import type { Payment } from '../../src/gateway/payments/payment.ts';
import { findPayment } from '../../src/gateway/payments/payments.sql.ts';
import type { Acquirer } from '../../src/rails/acquirers/acquirer.ts';
import { charge, unheardOf } from '../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { auditBooks } from '../support/audit.ts';
import { sandboxOf, withSandbox } from '../support/banks/acquirers.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { orderOf } from '../support/orders.ts';

/** The safety net and a repeat of one order under its key interrupt each other at the worst moment. */

let gateway: TestGateway;
beforeAll(async () => {
  // No background work: the test takes every step, in the order that it tries.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterEach(async () => {
  await gateway.acquirer('DELETE', '/control/faults');
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

let orders = 0;

/** An order whose charge never arrived, and its repeat with the same key. */
async function lostOrder() {
  const body = orderOf(2_000 + ++orders);
  const headers = { 'idempotency-key': `race-${orders}` };
  const send = () => gateway.call('POST', '/payments/order', { token: gateway.token, body, headers });
  expect((await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'error_500' })).status).toBe(
    201,
  );
  const first = await send();
  expect(first).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
  const id: number = first.body.details.transaction_id;
  return { id, repeat: send, stored: () => stored(id) };
}

async function stored(id: number): Promise<Payment & { next_check_at: Date | null }> {
  const [row] = await gateway.database.db.query<Payment & { next_check_at: Date | null }>(
    `SELECT p.*, p.response_data_subacquirer_integration AS acquirer_data, c.next_check_at
     FROM payments p LEFT JOIN payment_checks c ON c.payment_id = p.id WHERE p.id = $1`,
    [id],
  );
  return row as Payment & { next_check_at: Date | null };
}

async function chargeOf(id: number): Promise<string | null> {
  const { reference } = await stored(id);
  const answer = await sandboxOf(gateway.vintem.deps).query(unheardOf(reference));
  return answer.outcome === 'found' ? answer.charge.status : null;
}

/** As if there were proof that nothing was ever charged. */
async function giveUp(id: number): Promise<void> {
  const payment = (await findPayment(gateway.vintem.deps.db, id)) as Payment;
  await applyAcquirerStatus(gateway.vintem.deps, payment, chargeRefused(payment));
}

const advance = (seconds: number) => gateway.post('/sandbox/clock', { advance_seconds: seconds });
const withAcquirer = (changes: Partial<Acquirer>) => withSandbox(gateway.vintem.deps, changes);
const check = () => checkPayments(gateway.vintem.deps);
const divergencesOf = (id: number) =>
  gateway.database.db.query('SELECT kind FROM divergences WHERE payment_id = $1', [id]);

it('sent again while the safety net has just found nothing: the charge stands, the payment stays PENDING', async () => {
  const order = await lostOrder();
  await advance(11 * 60);
  const acquirer = sandboxOf(gateway.vintem.deps);
  let isRaced = false;
  const racing = withAcquirer({
    cancel: async (charge) => {
      const nothing = await acquirer.cancel(charge);
      expect(nothing.outcome).toBe('not_found');
      expect(await order.repeat()).toMatchObject({ status: 200, body: { success: true } });
      isRaced = true;
      return nothing;
    },
  });
  await checkPayments(racing);
  expect(isRaced).toBe(true);
  expect(await order.stored()).toMatchObject({ status: 1, next_check_at: expect.any(Date) });
  expect(await chargeOf(order.id)).toBe('WAITING_PAYMENT');
});

it('sent again in the same millisecond, or by a clock that is behind: the sending is seen all the same', async () => {
  const order = await lostOrder();
  const before = await order.stored();
  const behind = { ...gateway.vintem.deps.clock, now: async () => new Date(before.charge_sent_at.getTime() - 60_000) };
  const silent: Partial<Acquirer> = { charges: { pix: async () => ({ outcome: 'unknown', reason: 'silence' }) } };
  for (let time = 1; time <= 2; time++) {
    await expect(resumePayment({ ...withAcquirer(silent), clock: behind }, before)).rejects.toMatchObject({
      code: 'ACQUIRER_UNAVAILABLE',
    });
    expect((await order.stored()).charge_sent_at.getTime()).toBe(before.charge_sent_at.getTime() + time);
  }
});

it('given up while a repeat was on its way to send it: it is not sent', async () => {
  const order = await lostOrder();
  const asRead = await order.stored();
  await advance(11 * 60);
  await check();
  expect(await order.stored()).toMatchObject({ status: 3 });
  expect(await resumePayment(gateway.vintem.deps, asRead)).toMatchObject({ id: order.id, status: 3 });
  expect(await chargeOf(order.id)).toBeNull();
  expect(await order.repeat()).toMatchObject({
    status: 200,
    body: { success: false, transaction: { status: 'FAILED' } },
  });
});

it('accepted when it has been given up: it is cancelled at once', async () => {
  const order = await lostOrder();
  const acquirer = sandboxOf(gateway.vintem.deps);
  const racing = withAcquirer({
    charges: {
      pix: async (request) => {
        const answer = await charge(acquirer, request);
        await giveUp(order.id);
        return answer;
      },
    },
  });
  expect(await resumePayment(racing, await order.stored())).toMatchObject({ status: 3 });
  await check();
  expect(await chargeOf(order.id)).toBe('CANCELLED');
});

it.each([
  ['it is cancelled by the next late look', false, 'CANCELLED', []],
  ['and paid before the next look, it is late money', true, 'PAID', [{ kind: 'LATE_PAYMENT' }]],
])('arrived after it was given up, %s', async (_, isPaid, charge, divergences) => {
  const order = await lostOrder();
  await advance(11 * 60);
  await check();
  const payment = (await findPayment(gateway.vintem.deps.db, order.id)) as Payment;
  expect(payment.status).toBe(3);
  const body = { paymentType: 'pix', amount: payment.amount_cents, description: payment.order_number, dueDate: null };
  const payer = { name: 'Ana', document: '52998224725', email: 'ana@example.com', address: null };
  const beneficiary = { name: 'Loja', document: '11222333000181', city: 'São Paulo' };
  const late = { ...body, payer, beneficiary, expiresAt: payment.expires_at.toISOString() };
  expect((await gateway.acquirer('PUT', `/charges/${payment.reference}`, late)).status).toBe(201);
  if (isPaid) await gateway.post(`/sandbox/transactions/${order.id}/pay`, { notify: false });
  await advance(3_601);
  await check();
  expect(await chargeOf(order.id)).toBe(charge);
  expect(await divergencesOf(order.id)).toEqual(divergences);
});

it('a charge that cannot be cancelled stays watched', async () => {
  const order = await lostOrder();
  const { db } = gateway.vintem.deps;
  expect((await order.repeat()).status).toBe(200);
  await giveUp(order.id);
  await db.query("UPDATE payment_checks SET checks_done = 9, next_check_at = '2026-01-01Z' WHERE payment_id = $1", [
    order.id,
  ]);
  await checkPayments(withAcquirer({ cancel: sandboxOf(gateway.vintem.deps).query }));
  const { next_check_at } = await order.stored();
  expect(next_check_at).not.toBeNull();
  await advance(61);
  await check();
  expect(await chargeOf(order.id)).toBe('CANCELLED');
});
