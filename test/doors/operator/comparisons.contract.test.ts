import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareDailyTotals } from '../../../src/gateway/alignment/compare-daily-totals.ts';
import { expectError, invalid, msUntilNoon, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance } from '../../support/money.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { addComparison, addReceipt } from '../../support/operator-money.ts';
import { orderOf } from '../../support/orders.ts';
import { runCli } from '../cli/run-cli.ts';

const DAY_SECONDS = 86_400;
/** So many are compared again by themselves. */
const LATELY_DAYS = 7;

let gateway: TestGateway;
let call: OperatorCall;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  await advance(gateway, Math.ceil(msUntilNoon(await advance(gateway, 0)) / 1_000));
  call = await openConsoleAsAdmin(gateway);
});
afterAll(() => gateway.close());

async function compareAll(): Promise<void> {
  while (await compareDailyTotals(gateway.vintem.deps));
}

const today = async () => saoPauloDay(0, await advance(gateway, 0));

it('days are listed by bank, those that differ alone, and one shows what differs', async () => {
  const { id } = (await gateway.post('/payments/order', orderOf(7_000))).body.transaction;
  await gateway.post(`/transactions/${id}/cancel`);
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  await gateway.get(`/transactions/${id}?payment_type=PIX`);
  const receipt = await addReceipt(gateway, 321);
  const day = await today();
  await advance(gateway, DAY_SECONDS);
  await compareAll();
  await addComparison(gateway, '2020-01-02', 'efi');
  const { body } = await call('GET', '/comparisons');
  expect(body).toMatchObject({
    total: 2,
    data: [
      { name: 'sandbox', day },
      { name: 'efi', day: '2020-01-02' },
    ],
  });
  expect(body.data[0]).toMatchObject({
    ours: { count: 0, paid: 0, refunded: 0 },
    acquirer: { count: 1, paid: 7_000, refunded: 0 },
    is_different: true,
    is_asked: false,
  });
  expect((await call('GET', '/comparisons?acquirer=efi')).body.total).toBe(1);
  expect((await call('GET', '/comparisons?different=false')).body.total).toBe(0);
  expect((await call('GET', '/comparisons?different=true&limit=1&page=2')).body).toMatchObject({
    total: 2,
    data: [{ name: 'efi' }],
  });
  expect((await call('GET', '/comparisons?page=9')).body).toMatchObject({ total: 2, data: [] });
  const seen = (await call('GET', `/comparisons/sandbox/${day}`)).body;
  expect(seen).toMatchObject({
    divergences: [{ transaction_id: id, kind: 'LATE_PAYMENT', difference: 7_000 }],
    receipts: [{ id: receipt, amount: 321 }],
    payouts: null,
    before: [],
  });
  expectError(await call('GET', '/comparisons/sandbox/2020-01-02'), { status: 404, code: 'COMPARISON_NOT_FOUND' });
  expectError(await call('GET', '/comparisons/sandbox/yesterday'), invalid('day'));
});

it('a day is compared anew when somebody asks, however long ago it was; what it said before is kept', async () => {
  const { id } = (await gateway.post('/payments/order', orderOf(4_500))).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  const day = await today();
  await advance(gateway, DAY_SECONDS);
  await compareAll();
  await advance(gateway, LATELY_DAYS * DAY_SECONDS);
  await compareAll();
  await gateway.get(`/transactions/${id}?payment_type=PIX`);
  await advance(gateway, DAY_SECONDS);
  await compareAll();
  const seen = async () => (await call('GET', `/comparisons/sandbox/${day}`)).body;
  expect(await seen()).toMatchObject({ ours: { count: 0 }, acquirer: { count: 1 }, is_different: true });

  const path = `/comparisons/sandbox/${day}/compare-again`;
  expectError(await call('POST', path, {}), invalid('reason'));
  const asked = await call('POST', path, { reason: 'o pagamento apareceu depois' });
  expect([asked.status, asked.body.is_asked]).toEqual([202, true]);
  await compareAll();
  expect(await seen()).toMatchObject({
    ours: { count: 1, paid: 4_500 },
    is_different: false,
    is_asked: false,
    before: [{ ours: { count: 0 } }],
  });
  expectError(await call('POST', '/comparisons/sandbox/2020-01-02/compare-again', { reason: 'nunca' }), {
    status: 404,
    code: 'COMPARISON_NOT_FOUND',
  });
  const [logged] = (await call('GET', '/audit-log')).body.data;
  expect(logged).toMatchObject({ action: 'comparison.asked', details: { day, reason: 'o pagamento apareceu depois' } });
});

it('the command line asks for the same', async () => {
  const env = { DATABASE_URL: gateway.database.url };
  const day = (await call('GET', '/comparisons?acquirer=sandbox&limit=1')).body.data[0].day;
  const again = (of: string) => runCli(env, 'reconciliation', 'again', 'sandbox', '--day', of, '--reason', 'conferir');
  expect(await again(day)).toMatchObject({ code: 0, out: expect.stringContaining(`${day} is compared anew`) });
  expect((await call('GET', `/comparisons/sandbox/${day}`)).body.is_asked).toBe(true);
  expect((await again('2020-01-02')).err).toContain('was never compared with sandbox');
  expect((await again('tomorrow')).err).toContain('--day must be a day');
  expect((await runCli(env, 'reconciliation', '--json')).code).toBe(0);
});
