import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_HABITS } from '../../../src/rails/fake-bank/oddities/habits.ts';
import { auditBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** A bank whose reads lag its writes, and which refuses an id that it has: no return is made twice, or given back. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longer than any test lasts. */
const FAR_BEHIND_MS = DAY_MS;

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { REFUND_WAIT_SECONDS: '1', METRICS_PORT: '0' } });
  await live.setUpBank();
});
afterEach(() => {
  live.bank.clearFaults();
  Object.assign(live.bank.habits, { ...STANDARD_HABITS, returnDelayMs: 0 });
});
afterAll(() => live?.close());
auditBooks(() => live?.database);

const returns = (txid: string) => live.returnsOf(txid);
const available = async () =>
  (await live.call('POST', '/balance/list', { companyIds: [live.companyId] })).body.available as number;

interface Row {
  id: number;
  status: string;
  sends: number;
  misses: number;
  checks_done: number;
}

const refundsOf = (id: number) =>
  live.database.db.query<Row>(
    'SELECT id, status, sends, misses, checks_done FROM refunds WHERE payment_id = $1 ORDER BY id',
    [id],
  );

/** Time passes until the background has asked once more about every refund of a payment. */
async function askedAgain(id: number, minutes: number): Promise<void> {
  const before = await refundsOf(id);
  live.advance(minutes * MINUTE_MS);
  live.vintem.deps.poke();
  await eventually(async () => {
    const after = await refundsOf(id);
    for (const [n, { status, checks_done }] of after.entries())
      expect(status !== 'PROCESSING' || checks_done > (before[n]?.checks_done ?? 0)).toBe(true);
  }, 20_000);
}

describe('a return that the bank accepted and does not show yet', () => {
  it('is never given back or made again: PUT 201, GET 404, PUT 400, GET 404, under one key', async () => {
    const { id, txid } = await live.paid();
    const before = await available();
    Object.assign(live.bank.habits, { readLagMs: FAR_BEHIND_MS, repeatedReturnId: 'refuse', returnOutcome: 'HANGS' });
    for (const _ of ['first', 'repeat', 'repeat'])
      expect(await live.refund(id, 4_000, 'lagging')).toMatchObject({
        status: 202,
        body: { refund: { amount: 4_000, status: 'PROCESSING' } },
      });
    for (const minutes of [2, 4, 8, 16, 60]) await askedAgain(id, minutes);
    expect((await live.refund(id, 4_000, 'lagging')).status).toBe(202);
    expect([returns(txid), await available()]).toEqual([['40.00 EM_PROCESSAMENTO'], before - 4_000]);
    expect(await refundsOf(id)).toMatchObject([{ status: 'PROCESSING', sends: 1 }]);
    expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved']);
  });

  it('whose answer was lost is sent again under its own id; that this is refused gives nothing back', async () => {
    const { id, txid } = await live.paid();
    const before = await available();
    Object.assign(live.bank.habits, { readLagMs: FAR_BEHIND_MS, repeatedReturnId: 'refuse', returnOutcome: 'HANGS' });
    live.bank.fault({ operation: 'put_devolucao', kind: 'lost', moment: 'after' });
    expect(await live.refund(id, 4_000, 'lost')).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
    expect((await live.refund(id, 4_000, 'lost')).status).toBe(202);
    for (const minutes of [2, 4, 8, 16, 60]) await askedAgain(id, minutes);
    expect((await live.refund(id, 4_000, 'lost')).status).toBe(202);
    expect([returns(txid), await available()]).toEqual([['40.00 EM_PROCESSAMENTO'], before - 4_000]);
    live.bank.habits.readLagMs = 0;
    await live.bank.control.settleReturn(await e2eidOf(txid), await returnIdOf(txid), 'DEVOLVIDO');
    expect((await live.insist(() => live.refund(id, 4_000, 'lost'))).body.transaction.refunded_amount).toBe(4_000);
    expect(returns(txid)).toEqual(['40.00 DEVOLVIDO']);
  });

  it('keeps its key for as long as it is open, not only for a day', async () => {
    const { id, txid } = await live.paid();
    live.bank.habits.returnOutcome = 'HANGS';
    expect((await live.refund(id, 3_000, 'for-days')).status).toBe(202);
    await live.database.db.query(
      "UPDATE idempotency_keys SET created_at = created_at - interval '23 hours' WHERE key = 'for-days'",
    );
    await askedAgain(id, 2);
    await live.database.db.query(
      "UPDATE idempotency_keys SET created_at = created_at - interval '23 hours' WHERE key = 'for-days'",
    );
    expect((await live.refund(id, 3_000, 'for-days')).status).toBe(202);
    expect(returns(txid)).toHaveLength(1);
  });
});

const paymentAt = (txid: string) =>
  (live.atBank(txid).pix ?? [])[0] as unknown as { endToEndId: string; devolucoes: { id: string }[] };
const e2eidOf = async (txid: string) => paymentAt(txid).endToEndId;
const returnIdOf = async (txid: string) => paymentAt(txid).devolucoes.at(-1)?.id ?? '';

describe('a return whose very first send was refused', () => {
  it.each([400, 403, 404, 422])(
    'with %d is PROCESSING until three questions over ten minutes found nothing; then its money is given back',
    async (status) => {
      const { id, txid } = await live.paid();
      const before = await available();
      live.bank.fault({ operation: 'put_devolucao', kind: 'status', status });
      const key = `refused-${status}`;
      expect(await live.refund(id, 4_000, key)).toMatchObject({ status: 202, body: { success: true } });
      expect(await available()).toBe(before - 4_000);
      for (const minutes of [2, 3]) await askedAgain(id, minutes);
      expect(await refundsOf(id)).toMatchObject([{ status: 'PROCESSING', misses: 3, sends: 1 }]);
      // Nor is it freed by the key: a repeat gives what is known.
      expect((await live.refund(id, 4_000, key)).status).toBe(202);
      await askedAgain(id, 5.1);
      expect(await refundsOf(id)).toMatchObject([{ status: 'REFUSED' }]);
      expect(await available()).toBe(before);
      expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved', 'refund.failed']);
      expect(await live.refund(id, 4_000, key)).toMatchObject({ status: 400, body: { code: 'REFUND_REFUSED' } });
      expect(returns(txid)).toEqual([]);
    },
  );

  it('and which shows after all is never taken for one that was not made', async () => {
    const { id, txid } = await live.paid();
    live.bank.habits.returnOutcome = 'HANGS';
    live.bank.habits.readLagMs = FAR_BEHIND_MS;
    live.bank.fault({ operation: 'put_devolucao', kind: 'status', status: 400, moment: 'after' });
    expect((await live.refund(id, 4_000, 'shows')).status).toBe(202);
    live.bank.habits.readLagMs = 0;
    await askedAgain(id, 2);
    live.bank.habits.readLagMs = FAR_BEHIND_MS;
    for (const minutes of [3, 8, 16, 60]) await askedAgain(id, minutes);
    expect(await refundsOf(id)).toMatchObject([{ status: 'PROCESSING' }]);
    live.bank.habits.readLagMs = 0;
    await live.bank.control.settleReturn(await e2eidOf(txid), await returnIdOf(txid), 'NAO_REALIZADO');
    await eventually(async () => expect(await refundsOf(id)).toMatchObject([{ status: 'REFUSED' }]), 20_000);
  });
});

it('twenty refunds that the bank answers with 403 stop no order, and nobody else', async () => {
  const { id } = await live.paid();
  live.bank.fault({ operation: 'put_devolucao', kind: 'status', status: 403, times: 20 });
  for (let n = 0; n < 20; n++) expect((await live.refund(id, 10)).status).toBe(202);
  expect((await live.order(10_000)).status).toBe(200);
  expect((await live.transaction(id, true)).acquirer_status).not.toBeNull();
  live.bank.clearFaults();
  expect((await live.refund(id, 1_000)).status).toBe(200);
});

describe('a return that the bank never clears up', () => {
  const settle = (id: number, as: string) =>
    live.cli('refund', 'settle', String(id), '--as', as, '--reason', 'extrato');

  it.each([
    ['refunded', 'REFUNDED', 'payment.refunded', -4_000],
    ['refused', 'REFUSED', 'refund.failed', 0],
  ])('ends as %s by the word of the operator: books, status, event and audit log', async (as, status, event, cents) => {
    const { id } = await live.paid();
    const before = await available();
    live.bank.habits.returnOutcome = 'HANGS';
    const { body } = await live.refund(id, 4_000, `by-hand-${as}`);
    const { code, out } = await live.cli('refund', 'list');
    expect([code, out]).toEqual([0, expect.stringContaining(`refund ${body.refund.id} | transaction ${id}`)]);
    expect(await settle(body.refund.id, as)).toMatchObject({ code: 0 });
    expect(await available()).toBe(before + cents);
    expect(await refundsOf(id)).toMatchObject([{ status }]);
    expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved', event]);
    const log = await live.database.db.query<{ details: object; actor_kind: string }>(
      "SELECT details, actor_kind FROM audit_log WHERE action = 'refund.settled' AND object_id = $1",
      [String(body.refund.id)],
    );
    expect(log).toMatchObject([
      { actor_kind: 'operator', details: { as: status, reason: 'extrato', transaction_id: id, amount: 4_000 } },
    ]);
    // It ends once, whatever the bank or the operator says later.
    expect((await settle(body.refund.id, 'refunded')).code).not.toBe(0);
    expect((await live.refund(id, 4_000, `by-hand-${as}`)).status).toBe(as === 'refunded' ? 200 : 400);
  });

  it.each([
    [['999999', '--as', 'refunded', '--reason', 'x'], 'does not exist'],
    [['1', '--as', 'paid', '--reason', 'x'], '--as must be refunded or refused'],
    [['1', '--as', 'refused', '--reason', ' '], '--reason must have'],
    [['um', '--as', 'refused', '--reason', 'x'], 'refund'],
  ])('is refused in words: %j', async (args, words) => {
    const { code, err } = await live.cli('refund', 'settle', ...args);
    expect([code === 0, err]).toEqual([false, expect.stringContaining(words)]);
  });

  it('is told by the doctor and by a metric once it is a day old', async () => {
    const { id } = await live.paid();
    live.bank.habits.returnOutcome = 'HANGS';
    expect((await live.refund(id, 4_000)).status).toBe(202);
    await live.database.db.query(
      "UPDATE refunds SET requested_at = requested_at - interval '9 days' WHERE payment_id = $1",
      [id],
    );
    const findings = JSON.parse((await live.cli('doctor', '--json')).out).findings;
    expect(findings).toContainEqual(expect.objectContaining({ code: 'REFUND_OLD', severity: 'warning' }));
    await eventually(async () => {
      const metrics = await (await fetch(live.vintem.metricsUrl ?? '')).text();
      expect(Number(/^vintem_refunds_oldest_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(8 * 86_400);
    }, 20_000);
    const [refund] = await refundsOf(id);
    expect((await settle(refund?.id ?? 0, 'refused')).code).toBe(0);
  });
});
