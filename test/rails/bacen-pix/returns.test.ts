import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { bankClient } from '../../support/banks/bank-client.ts';
import { eventually } from '../../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

const DAY_MS = 86_400_000;

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { REFUND_WAIT_SECONDS: '1' } });
  await live.setUpBank();
});
afterEach(() => {
  Object.assign(live.bank.habits, { returnOutcome: 'DEVOLVIDO', returnDelayMs: 0 });
});
afterAll(() => live?.close());
auditBooks(() => live?.database);

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
    await eventually(async () => expect(await live.eventsOf(id)).toContain('refund.failed'));
    expect([await available(), (await live.transaction(id)).status]).toEqual([before, 2]);
  });

  it('is refused after it was told as under way: the repeat says so, and the money can be given back again', async () => {
    const { id, e2eid } = await live.paid();
    const before = await available();
    live.bank.habits.returnOutcome = 'HANGS';
    expect(await live.refund(id, 6_000, 'refused-later')).toMatchObject({ status: 202 });
    await live.bank.control.settleReturn(e2eid, await returnIdOf(e2eid), 'NAO_REALIZADO');
    await eventually(async () =>
      expect(await live.refund(id, 6_000, 'refused-later')).toMatchObject({
        status: 400,
        body: { code: 'REFUND_REFUSED' },
      }),
    );
    expect(await available()).toBe(before);
    live.bank.habits.returnOutcome = 'DEVOLVIDO';
    expect((await live.refund(id, 10_000)).status).toBe(200);
    const told = ['payment.created', 'payment.approved', 'refund.failed', 'payment.refunded'];
    expect([await live.eventsOf(id), await live.divergencesOf(id)]).toEqual([told, []]);
  });
});

describe('a return nobody here asked for', () => {
  it.each(['DEVOLVIDO', 'NAO_REALIZADO'] as const)(
    'beside ours, which ends %s: each is booked once',
    async (outcome) => {
      const { id, e2eid } = await live.paid();
      const before = await available();
      live.bank.habits.returnOutcome = 'HANGS';
      expect((await live.refund(id, 6_000)).status).toBe(202);
      const ours = await returnIdOf(e2eid);
      await live.bank.control.med(e2eid, { amountCents: 4_000 });
      await eventually(async () => expect((await live.transaction(id)).refunded_amount).toBe(4_000));
      await live.bank.control.settleReturn(e2eid, ours, outcome);
      const left = outcome === 'DEVOLVIDO' ? 0 : 6_000;
      await eventually(async () => expect(await available()).toBe(before - 10_000 + left));
      await live.becomes(id, left === 0 ? 4 : 2);
      if (left > 0) await live.bank.control.med(e2eid);
      await live.becomes(id, 4);
      const divergences = (await live.divergencesOf(id)).map(({ kind, difference }) => [kind, difference]);
      expect(divergences.sort()).toEqual(
        left > 0
          ? [
              ['MED_REFUND', -4_000],
              ['MED_REFUND', -6_000],
            ]
          : [['MED_REFUND', -4_000]],
      );
    },
  );

  it('of the second of two payments settles its divergence and leaves the sale, which is given back by itself', async () => {
    const { id, txid, e2eid } = await live.paid();
    const before = await available();
    const second = String((await live.bank.control.pay(txid))['endToEndId']);
    const open = async () =>
      (await live.divergencesOf(id))
        .filter(({ resolved_at }) => resolved_at === null)
        .map(({ kind, difference }) => [kind, difference]);
    await eventually(async () => expect(await open()).toEqual([['AMOUNT_MISMATCH', 10_000]]));
    await live.bank.control.med(second);
    await eventually(async () => expect(await open()).toEqual([]));
    expect(await live.divergencesOf(id)).toMatchObject([
      { kind: 'AMOUNT_MISMATCH', difference: 10_000, resolution: expect.stringContaining('given back') },
    ]);
    expect([(await live.transaction(id, true)).status, await available()]).toEqual([2, before]);
    await live.bank.control.med(e2eid);
    await live.becomes(id, 4);
    expect([await open(), await available()]).toEqual([[], before - 10_000]);
    const refunds = (await live.eventsOf(id)).filter((kind) => kind === 'payment.refunded');
    expect(refunds).toHaveLength(1);
  });

  it('is booked once as MED, in part and then whole, though the balance falls below zero', async () => {
    const { id, e2eid } = await live.paid();
    const before = await available();
    await live.bank.control.med(e2eid, { amountCents: 2_500, nature: 'MED_OPERACIONAL' });
    await eventually(async () => expect((await live.transaction(id)).refunded_amount).toBe(2_500));
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
    for (const moment of ['before', 'after'] as const) live.bank.fault({ operation: 'list_pix', kind: 'lost', moment });
    live.advance(DAY_MS + 3_600_000);
    live.vintem.deps.poke();
    await live.becomes(id, 4);
    const listed = live.bank.received().filter(({ operation }) => operation === 'list_pix');
    expect(listed).toContainEqual(
      expect.objectContaining({ query: expect.objectContaining({ devolucaoPresente: 'true' }) }),
    );
    await live.bank.releaseCallbacks();
  });

  it('before anybody here knew that it was paid: told as one refund, with its nature', async () => {
    const { id, txid } = await live.ordered();
    const before = await available();
    live.bank.holdCallbacks();
    await live.bank.control.med(String((await live.bank.control.pay(txid))['endToEndId']));
    expect([(await live.transaction(id, true)).status, await available()]).toEqual([4, before]);
    await live.bank.releaseCallbacks();
    expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.refunded']);
    const [{ nature }] = (await live.database.db.query<{ nature: string }>(
      `SELECT payload::jsonb ->> 'nature' AS nature FROM events
       WHERE subject_kind = 'payment' AND subject_id = $1 AND kind = 'payment.refunded'`,
      [id],
    )) as [{ nature: string }];
    expect(nature).toBe('MED_FRAUDE');
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

describe('a bank that is not as it should be', () => {
  it('answers for another key, or another amount: the first is not believed, the second is a divergence', async () => {
    const bank = bankClient(live.bank);
    const account = live.bank.accounts[0] as unknown as { pixKeys: string[] };
    const key = account.pixKeys[0] ?? '';
    account.pixKeys.push('outra@fake-bank.example');
    const { id, txid } = await live.ordered();
    const revise = (changes: object) => bank.ask('PATCH', `/cob/${txid}`, changes);
    expect((await revise({ chave: 'outra@fake-bank.example' })).status).toBe(200);
    expect(await live.transaction(id, true)).toMatchObject({ status: 1, acquirer_status: null });
    expect((await revise({ chave: key, valor: { original: '90.00' } })).status).toBe(200);
    expect((await live.transaction(id, true)).status).toBe(1);
    await live.bank.control.pay(txid);
    await live.becomes(id, 2);
    await eventually(async () =>
      expect(await live.divergencesOf(id)).toMatchObject([{ kind: 'AMOUNT_MISMATCH', difference: -1_000 }]),
    );
    await bank.close();
  });

  it('has another key of ours since: what was charged for the one before is still ours', async () => {
    const { id, txid } = await live.ordered();
    const pixKey = live.bank.accounts[0]?.pixKeys.at(-1) ?? '';
    const file = await live.writeBankFile({ pix_key: pixKey });
    for (const _ of ['replaced', 'replaced once more'])
      expect((await live.cli('acquirer', 'set', 'banco', '--file', file)).code).toBe(0);
    await eventually(
      async () => expect(live.atBank((await live.ordered()).txid)).toMatchObject({ chave: pixKey }),
      10_000,
    );
    live.bank.holdCallbacks();
    const e2eid = String((await live.bank.control.pay(txid))['endToEndId']);
    expect((await live.transaction(id, true)).status).toBe(2);
    await live.bank.control.med(e2eid, { amountCents: 1_000 });
    expect((await live.transaction(id, true)).refunded_amount).toBe(1_000);
    await live.bank.releaseCallbacks();
    await live.setUpBank();
  });

  it('gives no token for a while: orders wait for it, each is charged once, and readiness says so', async () => {
    const { length } = live.bank.control.charges();
    live.bank.endTokens();
    live.bank.fault({ operation: 'token', kind: 'lost', times: 200 });
    const tries = await Promise.all(['token-1', 'token-2'].map((key) => live.order(10_000, key)));
    for (const answer of tries) expect(answer).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
    expect(await live.call('GET', '/readyz')).toMatchObject({ status: 200, body: { checks: { acquirer: 'down' } } });
    live.bank.clearFaults();
    for (const [n, key] of ['token-1', 'token-2'].entries()) {
      const { body } = await live.insist(() => live.order(10_000, key));
      expect(body.transaction.id).toBe(tries[n]?.body.details.transaction_id);
    }
    expect(live.bank.control.charges()).toHaveLength(length + 2);
    expect((await live.call('GET', '/readyz')).body.checks.acquirer).toBe('up');
  });

  it('has a clock a day ahead: what it says was paid tomorrow can be spent and given back today', async () => {
    const before = await available();
    const { id, txid } = await live.ordered();
    live.bank.advance(DAY_MS);
    await live.bank.control.pay(txid);
    await eventually(async () => expect((await live.transaction(id, true)).status).toBe(2));
    expect(await available()).toBe(before + 10_000);
    expect((await live.refund(id, 10_000)).status).toBe(200);
    expect([(await live.transaction(id)).status, await available()]).toEqual([4, before]);
  });
});
