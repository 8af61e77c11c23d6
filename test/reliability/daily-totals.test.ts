import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareDailyTotals } from '../../src/gateway/alignment/compare-daily-totals.ts';
import { listReports } from '../../src/gateway/alignment/reconciliation.sql.ts';
import { runCli } from '../doors/cli/run-cli.ts';
import { sandboxOf, withSandbox } from '../support/banks/acquirers.ts';
import { msUntilNoon, saoPauloDay } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { advance } from '../support/money.ts';
import { orderOf } from '../support/orders.ts';

let gateway: TestGateway;
const DAY_SECONDS = 86_400;

beforeAll(async () => {
  // No background work: the test decides when a day is compared.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  // A day is compared an hour after its end.
  await advance(gateway, Math.ceil(msUntilNoon(await advance(gateway, 0)) / 1_000));
});
afterAll(() => gateway.close());

async function pay(totalCents: number): Promise<number> {
  const { id } = (await gateway.post('/payments/order', orderOf(totalCents))).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  return id;
}
const sync = (id: number) => gateway.get(`/transactions/${id}?payment_type=PIX`);

/** Compares until no day is left, as the background work does. */
async function compareAll() {
  while (await compareDailyTotals(gateway.vintem.deps));
}

async function report() {
  await compareAll();
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
  expect(await report()).toMatchObject({
    our_count: 0,
    acquirer_count: 1,
    acquirer_paid_cents: 7000,
    open_divergences: 1,
  });
});

it('compares a day once a day, and says nothing where nothing changed', async () => {
  const before = await listReports(gateway.database.db, 10);
  let asked = 0;
  const { deps } = gateway.vintem;
  const sandbox = sandboxOf(deps);
  const totals = (day: string) => {
    asked += 1;
    return sandbox.totals?.(day) ?? Promise.reject(new Error('the sandbox has totals'));
  };
  const counting = withSandbox(deps, { totals });
  await compareDailyTotals(counting);
  expect(asked).toBe(0);
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  while (await compareDailyTotals(counting));
  // Yesterday is compared for the first time, and every day before it again.
  expect(asked).toBe(before.length + 1);
  expect((await listReports(gateway.database.db, 10)).slice(1)).toEqual(before);
});

it('returns to a day: a payment that is heard of late is in its report, with what was reported before', async () => {
  const id = await pay(12_300);
  const paidOn = await advance(gateway, 0);
  for (let days = 0; days < 3; days++) {
    await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
    await compareAll();
  }
  const ofThatDay = async () =>
    (await listReports(gateway.database.db, 10)).find(({ day }) => day === saoPauloDay(0, paidOn));
  // The acquirer has the money, and we do not know it yet.
  expect(await ofThatDay()).toMatchObject({ our_count: 0, acquirer_count: 1, acquirer_paid_cents: 12_300, before: [] });
  await sync(id);
  await compareAll();
  expect(await ofThatDay()).toMatchObject({ our_count: 0 });
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  await compareAll();
  expect(await ofThatDay()).toMatchObject({
    our_count: 1,
    our_paid_cents: 12_300,
    acquirer_paid_cents: 12_300,
    before: [{ our_count: 0, our_paid_cents: 0, acquirer_paid_cents: 12_300 }],
  });
  const { out } = await runCli({ DATABASE_URL: gateway.database.url }, 'reconciliation');
  expect(out).toMatch(/equal {2}ours: 1 paid, 12300 cents.*\n {2}was, at .*DIFFERENT {2}ours: 0 paid, 0 cents/);
});

it('returns to the last seven days and to none before them', async () => {
  const id = await pay(45_600);
  const paidOn = saoPauloDay(0, await advance(gateway, 0));
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  await compareAll();
  await gateway.post('/sandbox/clock', { advance_seconds: 7 * DAY_SECONDS });
  await compareAll();
  await sync(id);
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  await compareAll();
  const reports = await listReports(gateway.database.db, 31);
  expect(reports.find(({ day }) => day === paidOn)).toMatchObject({ our_count: 0, before: [] });
  // Every day of the pause has its report.
  const days = reports.map(({ day }) => day);
  expect(days).toEqual(days.map((_, index) => saoPauloDay(-index, new Date(`${days[0]}T12:00:00Z`))));
});

it('waits while the acquirer is silent', async () => {
  await gateway.post('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  const before = (await listReports(gateway.database.db, 10)).length;
  const silent = { totals: async () => ({ outcome: 'unknown', reason: 'silence' }) as const };
  await compareDailyTotals(withSandbox(gateway.vintem.deps, silent));
  expect((await listReports(gateway.database.db, 10)).length).toBe(before);
});
