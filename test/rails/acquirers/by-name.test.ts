import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { buildServer } from '../../../src/doors/http/server.ts';
import { compareDailyTotals } from '../../../src/gateway/alignment/compare-daily-totals.ts';
import { listReports } from '../../../src/gateway/alignment/reconciliation.sql.ts';
import { checkPayments } from '../../../src/gateway/alignment/safety-net/check-payments.ts';
import { workNotifications } from '../../../src/gateway/alignment/work-notifications.ts';
import { checkRefunds } from '../../../src/gateway/refunds/check-refunds.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { createSellers } from '../../../src/parties/companies/sellers.ts';
import { type Acquirer, SANDBOX } from '../../../src/rails/acquirers/acquirer.ts';
import { createAcquirers } from '../../../src/rails/acquirers/registry.ts';
import { sandboxOf, withAcquirers } from '../../support/banks/acquirers.ts';
import { createFakeBank, type FakeBank } from '../../support/banks/fake-bank.ts';
import { acquirerStatusOf, expectNothingStored, referenceOf, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

const BANK = 'bank-b';
const DAY_SECONDS = 86_400;

let gateway: TestGateway;
let bank: FakeBank;
let deps: AllDeps;
let app: FastifyInstance;
/** The bank issues its PIX payments; the default acquirer issues its boletos. */
let shop: TestCompany;

beforeAll(async () => {
  // No background work: the tests decide when each step runs.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  return () => gateway.close();
});
beforeEach(async () => {
  bank = createFakeBank(BANK);
  await serve(withAcquirers(gateway.vintem.deps, sandboxOf(gateway.vintem.deps), bank.acquirer));
  shop = await openCompany(gateway, { pix: { acquirer: BANK } });
});
afterEach(() => app.close());

const tellNobody = () => Promise.reject(new Error('nobody is to be told'));

/** A second server over the same parts, with acquirers that the test chooses. */
async function serve(chosen: AllDeps): Promise<void> {
  deps = chosen;
  app = await buildServer(deps, {
    tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
    sandbox: { name: SANDBOX, control: tellNobody, controlPayout: tellNobody },
    isMigrated: async () => true,
    isStopping: () => false,
  });
}

/** As if the process had been started with other acquirers. */
async function restartWith(...acquirers: Acquirer[]): Promise<void> {
  await app.close();
  await serve(withAcquirers(gateway.vintem.deps, ...acquirers));
}

async function call(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${gateway.token}`, ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const order = (headers?: Record<string, string>) =>
  call('POST', '/payments/order', orderBody({ access_token: shop.token }), headers);
const orderBoleto = () => call('POST', '/payments/order', boletoBody({ access_token: shop.token }));
const read = (id: number) => call('GET', `/transactions/${id}?payment_type=PIX`);
const refund = (id: number) => call('POST', '/payments/pix/refund', { transaction_id: id, amount: 10 });

async function createAtBank(): Promise<{ id: number; reference: string }> {
  const answer = await order();
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const { id } = answer.body.transaction;
  return { id, reference: await referenceOf(gateway, id) };
}

async function createPaidAtBank(): Promise<{ id: number; reference: string }> {
  const payment = await createAtBank();
  bank.pay(payment.reference);
  expect((await read(payment.id)).body.status).toBe(2);
  bank.asked.length = 0;
  return payment;
}

async function move(acquirer: string | null): Promise<void> {
  await gateway.database.db.query('UPDATE company_payment_plans SET acquirer = $2 WHERE company_id = $1', [
    shop.id,
    acquirer,
  ]);
  // As it is known a moment later.
  deps.sellers = createSellers(deps.db, deps.clock.realNow);
}

describe('a payment keeps the acquirer that issued it', () => {
  it('asks, cancels and looks after it there when the company has moved to another', async () => {
    const [first, second, third] = [await createAtBank(), await createAtBank(), await createAtBank()];
    await move(SANDBOX);
    const known = (reference: string) => ({
      reference,
      transactionId: expect.stringMatching(/^bank-b-\d$/),
      endToEndId: null,
    });

    expect((await read(first.id)).body.acquirer_status).toMatchObject({ id: 'bank-b-1' });
    expect((await call('POST', `/transactions/${second.id}/cancel`)).status).toBe(200);
    await gateway.database.db.query("UPDATE payment_checks SET next_check_at = '2026-01-01Z' WHERE payment_id = $1", [
      third.id,
    ]);
    await checkPayments(deps);
    expect(bank.asked).toEqual([
      { call: 'query', charge: known(first.reference) },
      { call: 'cancel', charge: known(second.reference) },
      { call: 'query', charge: known(third.reference) },
    ]);
    const [moved] = [await order()];
    expect(await acquirerStatusOf(gateway, moved.body.transaction.id)).toBe('WAITING_PAYMENT');
  });

  it('refunds it there, by all that the acquirer issued, the id of the payment included', async () => {
    const { id, reference } = await createPaidAtBank();
    await move(SANDBOX);
    expect(await refund(id)).toMatchObject({ status: 200, body: { success: true } });
    const charge = { reference, transactionId: 'bank-b-1', endToEndId: `E-${reference}` };
    expect(bank.asked).toEqual([{ call: 'refund', charge }]);
  });

  it('is unknown, never lost, while its acquirer is not here', async () => {
    const { id } = await createPaidAtBank();
    await restartWith(sandboxOf(gateway.vintem.deps));
    expect(await read(id)).toMatchObject({ status: 200, body: { status: 2, acquirer_status: null } });
    expect(await refund(id)).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
    await restartWith(sandboxOf(gateway.vintem.deps), bank.acquirer);
    await gateway.database.db.query('UPDATE refunds SET next_check_at = requested_at WHERE payment_id = $1', [id]);
    await checkRefunds(deps);
    expect((await read(id)).body.refunded_amount).toBe(1000);
  });

  it('cannot be told to the sandbox acquirer when another issued it', async () => {
    const { id } = await createAtBank();
    expect(await call('POST', `/sandbox/transactions/${id}/pay`, {})).toMatchObject({
      status: 400,
      body: { field: 'id' },
    });
  });
});

describe('a company has one acquirer for each type of payment', () => {
  it('and takes the one of the mode where it was given none', async () => {
    const { body } = await orderBoleto();
    expect(await acquirerStatusOf(gateway, body.transaction.id)).toBe('WAITING_PAYMENT');
  });

  const notEnabled = { status: 400, body: { code: 'PAYMENT_TYPE_NOT_ENABLED', field: 'payment.type' } };

  it('a type that its acquirer cannot charge is not enabled', async () => {
    await move(BANK);
    await expectNothingStored(gateway, async () => expect(await orderBoleto()).toMatchObject(notEnabled));
  });

  it('nor is one whose acquirer is not here, or that has none, as in live', async () => {
    await move('nobody');
    await expectNothingStored(gateway, async () => expect(await order()).toMatchObject(notEnabled));
    await move(null);
    await app.close();
    await serve({ ...deps, acquirers: createAcquirers([bank.acquirer], deps.clock.realNow, null) });
    await expectNothingStored(gateway, async () => expect(await order()).toMatchObject(notEnabled));
  });

  it('a key is leased for as long as the slowest of them may take', async () => {
    await call('POST', '/payments/order', orderBody(), { 'idempotency-key': 'slowest' });
    const [key] = await gateway.database.db.query<{ seconds: number }>(
      `SELECT extract(epoch FROM leased_until - created_at)::integer AS seconds
       FROM idempotency_keys WHERE key = 'slowest'`,
    );
    expect(key?.seconds).toBe(25);
  });
});

describe('an acquirer has what its bank has', () => {
  it('without refunds a refund is refused, and nothing is held', async () => {
    const { id } = await createPaidAtBank();
    const { refunds: _, ...without } = bank.acquirer;
    await restartWith(sandboxOf(gateway.vintem.deps), without);
    expect(await refund(id)).toMatchObject({ status: 400, body: { code: 'REFUND_REFUSED' } });
    expect(await gateway.database.db.query('SELECT id FROM refunds WHERE payment_id = $1', [id])).toEqual([]);
  });

  it('days are compared with each on its own, and not with one that gives no totals', async () => {
    await createPaidAtBank();
    await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS + 3600 });
    while (await compareDailyTotals(deps));
    expect(await listReports(gateway.database.db, 1)).toMatchObject([
      { acquirer: SANDBOX, our_count: 0, acquirer_count: 0 },
    ]);

    const totals = { count: 1, paidCents: 10_000, refundedCents: 0 };
    const telling = { ...bank.acquirer, totals: async () => ({ outcome: 'found', totals }) as const };
    await restartWith(
      { ...sandboxOf(gateway.vintem.deps), totals: async () => ({ outcome: 'unknown', reason: 'silence' }) },
      telling,
    );
    while (await compareDailyTotals(deps));
    const [ofBank, ofSandbox, ...more] = await listReports(gateway.database.db, 1);
    expect(ofBank).toMatchObject({ acquirer: BANK, acquirer_paid_cents: 10_000 });
    expect(ofBank?.our_count).toBeGreaterThan(0);
    expect(ofSandbox).toMatchObject({ acquirer: SANDBOX, day: ofBank?.day, our_count: 0 });
    expect(more).toEqual([]);
  });
});

describe('notifications arrive by name', () => {
  const notify = (path: string, rawBody: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: rawBody,
    });

  it('and are worked by asking the acquirer that sent them', async () => {
    const { id, reference } = await createAtBank();
    bank.pay(reference);
    expect((await notify(`/acquirer/${BANK}/notifications`, reference)).statusCode).toBe(200);
    await workNotifications(deps);
    expect(bank.asked).toMatchObject([{ call: 'query', charge: { reference } }]);
    expect((await call('GET', `/transactions/${id}`)).body.status).toBe(2);
  });

  it('one about a payment of another acquirer asks nobody and is done with', async () => {
    const { reference } = await createAtBank();
    const { body } = await orderBoleto();
    const ofSandbox = await referenceOf(gateway, body.transaction.id);
    let asked = 0;
    const sandbox = sandboxOf(gateway.vintem.deps);
    await restartWith(
      { ...sandbox, query: async (charge) => sandbox.query(charge).finally(() => asked++) },
      bank.acquirer,
    );
    await notify(`/acquirer/${BANK}/notifications`, ofSandbox);
    await workNotifications(deps);
    expect({ asked, ofBank: bank.asked }).toEqual({ asked: 0, ofBank: [] });
    const open = 'SELECT reference FROM acquirer_notifications WHERE worked_at IS NULL AND reference = ANY ($1)';
    expect(await gateway.database.db.query(open, [[reference, ofSandbox]])).toEqual([]);
  });

  it('the sandbox has two addresses', async () => {
    const secret = await secretOf(gateway, 'sandbox-acquirer-notifications');
    for (const path of ['/acquirer/notifications', '/acquirer/sandbox/notifications']) {
      const body = JSON.stringify({ reference: path });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      expect((await notify(path, body)).statusCode).toBe(401);
      const signed = { 'x-acquirer-timestamp': timestamp, 'x-acquirer-signature': signature };
      expect((await notify(path, body, signed)).statusCode).toBe(200);
    }
  });

  it('a name that nobody has, or whose acquirer sends none, is not found', async () => {
    const { readNotification: _, ...mute } = { ...bank.acquirer, name: 'mute' };
    await restartWith(sandboxOf(gateway.vintem.deps), mute);
    for (const name of ['mute', BANK, 'toString', '%20', 'x'.repeat(200)]) {
      const answer = await notify(`/acquirer/${name}/notifications`, 'anything');
      expect(answer.json()).toMatchObject({ statusCode: 404, code: 'ROUTE_NOT_FOUND' });
    }
  });
});
