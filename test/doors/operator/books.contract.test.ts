import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldLedgerDays } from '../../../src/books/ledger/days/fold-ledger-days.ts';
import { noteBackup } from '../../../src/care/backups/note-backup.ts';
import { saoPauloDateOf } from '../../../src/ground/brazil/calendar.rules.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let call: OperatorCall;
let today: string;
beforeAll(async () => {
  gateway = await startTestGateway({ SANDBOX_CLOCK: 'on' });
  call = await openConsoleAsAdmin(gateway);
  for (const amount of [1, 2]) {
    const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
    await gateway.post(`/sandbox/transactions/${id}/pay`, {});
    await gateway.get(`/transactions/${id}?payment_type=PIX`);
    if (amount === 2) await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 30 });
  }
  today = saoPauloDateOf(await gateway.vintem.deps.clock.now());
});
afterAll(() => gateway.close());

type Line = Record<'opening_balance' | 'debits' | 'credits' | 'balance', number> & { day: string; account: string };
const sum = (lines: readonly Line[], name: 'opening_balance' | 'debits' | 'credits' | 'balance') =>
  lines.reduce((all, line) => all + line[name], 0);
const csv = async (path: string) => String((await call('GET', path)).body);

describe('the trial balance', () => {
  it('of today has what came, what was given back and what was earned, folded or not', async () => {
    const read = async () => (await call('GET', '/trial-balance')).body;
    const before = await read();
    expect(before).toMatchObject({ from: today, to: today });
    const lines = before.data as Line[];
    expect(lines.map(({ account }) => account)).toEqual(['company_main', 'acquirer_clearing', 'platform_fee']);
    expect(lines.find(({ account }) => account === 'acquirer_clearing')).toMatchObject({
      acquirer: 'sandbox',
      opening_balance: 0,
      debits: 20_000,
      credits: 3_000,
      balance: -17_000,
    });
    expect([sum(lines, 'balance'), sum(lines, 'opening_balance')]).toEqual([0, 0]);
    expect(sum(lines, 'debits')).toBe(sum(lines, 'credits'));
    const { deps } = gateway.vintem;
    while (await foldLedgerDays(deps));
    expect(await read()).toEqual(before);
  });

  it('goes on tomorrow from where today ended', async () => {
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    const { data } = (await call('GET', `/trial-balance?from=${today}&to=${tomorrow}`)).body;
    const ofDay = (day: string) => (data as Line[]).filter((line) => line.day === day);
    expect(ofDay(tomorrow).map((line) => line.opening_balance)).toEqual(ofDay(today).map((line) => line.balance));
    expect(sum(ofDay(tomorrow), 'debits')).toBe(0);
  });

  it('is a file, too, and shows no more than 92 days', async () => {
    const text = await csv(`/trial-balance?format=csv&dialect=excel-br`);
    expect(text).toContain(`${today};acquirer_clearing;sandbox;0,00;200,00;30,00;-170,00`);
    expectError(await call('GET', '/trial-balance?from=2026-01-01&to=2026-12-31'), invalid('from'));
    expectError(await call('GET', '/trial-balance?from=yesterday'), invalid('from'));
  });
});

describe('fees', () => {
  it('are told by date, merchant and establishment, and go back with a refund', async () => {
    // 1 % of 100 reais, twice; 30 of them went back, and with them 30 centavos.
    const earned = { payment_fees: 200, returned: 30, payout_fees: 0, other: 0, earned: 170 };
    const read = async (query: string) => (await call('GET', `/fees?${query}`)).body;
    expect(await read('')).toMatchObject({ data: [{ date: today, merchant: null, ...earned }], totals: earned });
    const month = `${today.slice(0, 7)}-01`;
    expect(await read('interval=month')).toMatchObject({ to: month, data: [{ date: month, ...earned }] });
    expect((await read('by=merchant')).data).toEqual([
      { date: null, merchant: { id: expect.any(Number), name: 'Demo' }, company: null, ...earned },
    ]);
    expect((await read('by=company')).data).toMatchObject([{ company: { name: 'Loja Demo' }, ...earned }]);
    expect(await read('by=company&to=2020-01-01')).toMatchObject({ data: [], is_cut: false });
    const text = await csv('/fees?format=csv');
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${today},\\d+,Demo,\\d+,Loja Demo,200,30,0,0,170$`));
    expectError(await call('GET', '/fees?from=2026-01-01&to=2026-12-31'), invalid('from'));
    expectError(await call('GET', '/fees?by=payer'), invalid('by'));
  });
});

describe('an audit now', () => {
  it('is asked for, made in the background, and read again and again', async () => {
    const asked = await call('POST', '/audits');
    expect(asked).toMatchObject({ status: 202, body: { is_new: true, asked_by: 'Operação Demo' } });
    expect(asked.body.checks).toBeGreaterThan(30);
    await eventually(async () => {
      const [latest] = (await call('GET', '/audits/asked')).body.data;
      expect(latest).toMatchObject({ id: asked.body.id, state: 'DONE', findings: 0, broken_rows: null });
      expect(latest.checks_held).toBe(latest.checks);
    });
    expect((await call('GET', '/audit-log')).body.data[0]).toMatchObject({ action: 'audit.asked' });
  });
});

describe('home', () => {
  it('tells what was given back and paid out today, and when a backup was made', async () => {
    const fresh = await startTestGateway();
    try {
      const ask = await openConsoleAsAdmin(fresh);
      const { id } = (await fresh.post('/payments/order', orderBody())).body.transaction;
      await fresh.post(`/sandbox/transactions/${id}/pay`, {});
      await fresh.get(`/transactions/${id}?payment_type=PIX`);
      await fresh.post('/payments/pix/refund', { transaction_id: id, amount: 25 });
      const madeAt = new Date(Date.now() - 3_600_000);
      const { db, clock } = fresh.vintem.deps;
      await noteBackup(db, { madeAt, madeBy: 'vintem', isProved: true, bytes: 9 }, clock.realNow());
      const { body } = await ask('GET', '/home');
      expect(body.acquirers[0].today).toMatchObject({ received_amount: 10_000, refunded_amount: 2_500 });
      expect(body.acquirers[0].today.paid_out_amount).toBe(0);
      expect(body.backup).toEqual({ made_at: madeAt.toISOString(), is_proved: true });
    } finally {
      await fresh.close();
    }
  });

  it('says that nobody told of a backup', async () => {
    expect((await call('GET', '/home')).body.backup).toEqual({ made_at: null, is_proved: false });
  });
});
