import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectCleanBooks } from '../support/audit.ts';
import { eventually } from '../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

const DAY_MS = 86_400_000;

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { REFUND_WAIT_SECONDS: '1' } });
  await live.setUpBank();
});
afterEach(async () => {
  Object.assign(live.bank.habits, { returnOutcome: 'DEVOLVIDO', returnDelayMs: 0 });
  await expectCleanBooks(live.database.db);
});
afterAll(() => live?.close());

async function available(): Promise<number> {
  return (await live.call('POST', '/balance/list', { companyIds: [live.companyId] })).body.available;
}

async function returnIdOf(e2eid: string): Promise<string> {
  const payments = live.bank.control.charges().flatMap(({ pix = [] }) => pix as { endToEndId: string }[]);
  const payment = payments.find(({ endToEndId }) => endToEndId === e2eid) as unknown as {
    devolucoes: { id: string }[];
  };
  return payment.devolucoes.at(-1)?.id ?? '';
}

describe('a return that the bank is still working on', () => {
  it('is waited for', async () => {
    const { id } = await live.paid();
    live.bank.habits.returnDelayMs = 300;
    expect(await live.refund(id, 2_000)).toMatchObject({
      status: 200,
      body: { transaction: { refunded_amount: 2_000 } },
    });
  });

  it('is told as under way; once it is done, the repeat and an event say so', async () => {
    const { id, e2eid } = await live.paid();
    const before = await available();
    live.bank.habits.returnOutcome = 'HANGS';
    const underWay = await live.refund(id, 2_000, 'slow-refund');
    expect(underWay).toMatchObject({
      status: 202,
      body: { success: true, transaction: { id, status: 2 }, refund: { amount: 2_000, status: 'PROCESSING' } },
    });
    expect(await available()).toBe(before - 2_000);
    expect((await live.refund(id, 2_000, 'slow-refund')).status).toBe(202);
    await live.bank.control.settleReturn(e2eid, await returnIdOf(e2eid), 'DEVOLVIDO');
    const done = await live.insist(() => live.refund(id, 2_000, 'slow-refund'));
    expect(done.body).toMatchObject({ refund: { id: underWay.body.refund.id, amount: 2_000 } });
    expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved', 'payment.refunded']);
  });

  it('fails after all: the money comes back, and an event says so', async () => {
    const { id, e2eid } = await live.paid();
    const before = await available();
    live.bank.habits.returnOutcome = 'HANGS';
    expect(await live.call('POST', '/payments/reversal', { transaction_id: id })).toMatchObject({
      status: 202,
      body: { transaction: { status: 'APPROVED' }, refund: { status: 'PROCESSING' } },
    });
    await live.bank.control.settleReturn(e2eid, await returnIdOf(e2eid), 'NAO_REALIZADO');
    await eventually(async () => expect(await live.eventsOf(id)).toContain('refund.failed'), 10_000);
    expect([await available(), (await live.transaction(id)).status]).toEqual([before, 2]);
  });
});

describe('a return nobody here asked for', () => {
  it('is booked once as MED, in part and then whole, though the balance falls below zero', async () => {
    const { id, e2eid } = await live.paid();
    const before = await available();
    await live.bank.control.med(e2eid, { amountCents: 2_500, nature: 'MED_OPERACIONAL' });
    await eventually(async () => expect((await live.transaction(id)).refunded_amount).toBe(2_500), 10_000);
    expect((await live.transaction(id, true)).status).toBe(2);
    await live.bank.control.med(e2eid);
    await live.becomes(id, 4);
    expect(await available()).toBe(before - 10_000);
    expect(await live.divergencesOf(id)).toMatchObject([{ kind: 'MED_REFUND' }, { kind: 'MED_REFUND' }]);
    const events = (await live.eventsOf(id)).sort();
    expect(events.filter((kind) => kind === 'payment.refunded')).toHaveLength(2);
    await live.transaction(id, true);
    expect((await live.eventsOf(id)).sort()).toEqual(events);
  });

  it('is found by the daily look when no callback came', async () => {
    const { id, e2eid } = await live.paid();
    live.bank.holdCallbacks();
    await live.bank.control.med(e2eid);
    live.advance(DAY_MS + 3_600_000);
    live.vintem.deps.poke();
    await live.becomes(id, 4);
    const listed = live.bank.received().filter(({ operation }) => operation === 'list_pix');
    expect(listed).toContainEqual(
      expect.objectContaining({ query: expect.objectContaining({ devolucaoPresente: 'true' }) }),
    );
    await live.bank.releaseCallbacks();
  });

  it('by the hand of staff in the bank’s application is a divergence', async () => {
    const { id, e2eid } = await live.paid();
    await live.bank.control.med(e2eid, { amountCents: 1_000, nature: 'ORIGINAL' });
    await eventually(
      async () => expect(await live.divergencesOf(id)).toMatchObject([{ kind: 'UNREQUESTED_REFUND' }]),
      10_000,
    );
  });
});
