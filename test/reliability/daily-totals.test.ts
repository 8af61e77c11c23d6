import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareDailyTotals } from '../../src/jobs/compare-daily-totals.ts';
import { listReports } from '../../src/jobs/reconciliation.sql.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { orderOf } from '../support/orders.ts';

let gateway: TestGateway;
const DAY_SECONDS = 86_400;

beforeAll(async () => {
  // No background work: the test decides when a day is compared.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

async function pay(totalCents: number): Promise<number> {
  const { id } = (await gateway.post('/payments/order', orderOf(totalCents))).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  return id;
}
const sync = (id: number) => gateway.get(`/transactions/${id}?payment_type=PIX`);

async function report() {
  await compareDailyTotals(gateway.vintem.deps);
  return (await listReports(gateway.database.db, 1))[0];
}

it('reports a day on which both agree, refunds included', async () => {
  await sync(await pay(10_000));
  const refunded = await pay(5000);
  await sync(refunded);
  await gateway.post('/payments/pix/refund', { transaction_id: refunded, amount: 20 });
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS + 3600 });
  expect(await report()).toMatchObject({
    our_count: 2,
    our_paid_cents: 15_000,
    our_refunded_cents: 2000,
    acquirer_count: 2,
    acquirer_paid_cents: 15_000,
    acquirer_refunded_cents: 2000,
    open_divergences: 0,
  });
});

it('shows money that came for a payment we had given up', async () => {
  const { id } = (await gateway.post('/payments/order', orderOf(7000))).body.transaction;
  await gateway.post(`/transactions/${id}/cancel`);
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  await sync(id);
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  expect(await report()).toMatchObject({ our_count: 0, acquirer_count: 1, acquirer_paid_cents: 7000, open_divergences: 1 });
});

it('compares a day once', async () => {
  const before = (await listReports(gateway.database.db, 10)).length;
  await compareDailyTotals(gateway.vintem.deps);
  expect((await listReports(gateway.database.db, 10)).length).toBe(before);
});

it('waits while the acquirer is silent', async () => {
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  const before = (await listReports(gateway.database.db, 10)).length;
  const silent = { ...gateway.vintem.deps.acquirer, totals: async () => ({ outcome: 'unknown', reason: 'silence' }) as const };
  await compareDailyTotals({ ...gateway.vintem.deps, acquirer: silent });
  expect((await listReports(gateway.database.db, 10)).length).toBe(before);
});
