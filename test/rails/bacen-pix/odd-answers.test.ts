import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Habits, STANDARD_HABITS } from '../../../src/rails/fake-bank/oddities/habits.ts';
import { auditBooks } from '../../support/audit.ts';
import { bankClient } from '../../support/banks/bank-client.ts';
import { eventually } from '../../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** A bank that writes null, lists twice, in another order, and among what can be read what cannot. */

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { METRICS_PORT: '0' } });
  await live.setUpBank();
});
afterEach(() => {
  Object.assign(live.bank.habits, { ...STANDARD_HABITS, returnDelayMs: 0 });
});
afterAll(() => live?.close());
auditBooks(() => live?.database);

const ODD: [string, Partial<Habits>][] = [
  ['null for what has no value', { absentAs: 'null' }],
  ['everything twice', { listed: 'twice' }],
  ['the newest first', { listOrder: 'newest first' }],
  ['an item that nobody can read in every list', { hasOddItems: true }],
  ['all of it', { absentAs: 'null', listed: 'twice', listOrder: 'newest first', hasOddItems: true }],
];

const openDivergences = async (id: number) =>
  (await live.divergencesOf(id)).map(({ kind, difference }) => [kind, difference]);

describe.each(ODD)('a bank that sends %s', (_, habits) => {
  it('is understood: paid by its callback, given back in part and whole, and nothing differs', async () => {
    Object.assign(live.bank.habits, habits);
    const { id, txid } = await live.paid();
    expect(await live.transaction(id, true)).toMatchObject({
      status: 2,
      acquirer_status: { operation: { value: 10_000 } },
    });
    expect((await live.refund(id, 4_000)).status).toBe(200);
    expect(await live.transaction(id, true)).toMatchObject({ status: 2, refunded_amount: 4_000 });
    expect((await live.refund(id, 6_000)).status).toBe(200);
    expect(await live.transaction(id, true)).toMatchObject({ status: 4, refunded_amount: 10_000 });
    expect([live.returnsOf(txid), await openDivergences(id)]).toEqual([['40.00 DEVOLVIDO', '60.00 DEVOLVIDO'], []]);
  });

  it('is understood without a callback, and when it takes money back', async () => {
    Object.assign(live.bank.habits, habits);
    const { id, txid } = await live.ordered();
    live.bank.holdCallbacks();
    const e2eid = String((await live.bank.control.pay(txid))['endToEndId']);
    expect((await live.transaction(id, true)).status).toBe(2);
    await live.bank.control.med(e2eid, { amountCents: 1_000 });
    expect(await live.transaction(id, true)).toMatchObject({ status: 2, refunded_amount: 1_000 });
    await live.bank.releaseCallbacks();
  });
});

describe('what cannot be read', () => {
  it('is told by its field, in the log and in a metric, and nothing of what it holds', async () => {
    live.bank.habits.hasOddItems = true;
    const { id } = await live.paid();
    const told = live.log.filter((line) => line.includes('cannot be read')).map((line) => JSON.parse(line));
    expect(told).toContainEqual(
      expect.objectContaining({ acquirer: 'banco', operation: 'query', field: 'pix[].endToEndId' }),
    );
    expect(told).toContainEqual(expect.objectContaining({ operation: 'callback', field: 'pix[].txid' }));
    expect(live.log.join('\n')).not.toMatch(/Fulana|muito|ontem/);
    const metrics = await (await fetch(live.vintem.metricsUrl ?? '')).text();
    expect(metrics).toMatch(
      /vintem_acquirer_unreadable_total\{acquirer="banco",operation="query",field="pix\[\]\.[a-zA-Z]+"\} [1-9]/,
    );
    expect((await live.transaction(id)).pending).toBeNull();
  });

  it('keeps a payment pending, and the transaction and the doctor say why, until it can be read', async () => {
    const bank = bankClient(live.bank);
    const account = live.bank.accounts[0] as unknown as { pixKeys: string[] };
    const key = account.pixKeys[0] ?? '';
    account.pixKeys.push('outra@fake-bank.example');
    const { id, txid } = await live.ordered();
    expect((await live.transaction(id)).pending).toEqual({ reason: 'WAITING_FOR_PAYMENT', field: null, since: null });
    await bank.ask('PATCH', `/cob/${txid}`, { chave: 'outra@fake-bank.example' });
    const pending = { reason: 'UNREADABLE_ANSWER', field: 'chave', since: expect.any(String) };
    expect(await live.transaction(id, true)).toMatchObject({ status: 1, acquirer_status: null, pending });
    expect((await live.transaction(id)).pending).toEqual(pending);
    const doctor = await live.cli('doctor', '--json');
    expect(JSON.parse(doctor.out).findings).toContainEqual(
      expect.objectContaining({ code: 'ANSWER_UNREADABLE', message: expect.stringContaining('1 open payments') }),
    );
    live.bank.fault({ operation: 'get_cob', kind: 'status', status: 500, times: 5 });
    expect((await live.transaction(id, true)).pending).toMatchObject({ reason: 'ACQUIRER_UNCLEAR', field: null });
    live.bank.clearFaults();
    await bank.ask('PATCH', `/cob/${txid}`, { chave: key });
    expect((await live.transaction(id, true)).pending).toMatchObject({ reason: 'WAITING_FOR_PAYMENT' });
    await live.bank.control.pay(txid);
    expect((await live.becomes(id, 2)).pending).toBeNull();
    await bank.close();
  });
});

describe('a payment that the bank shows under two charges', () => {
  const foreign = { reason: 'UNREADABLE_ANSWER', field: 'pix[].endToEndId', since: expect.any(String) };

  it('pays the first; the other one stays open and says why', async () => {
    const [one, other] = [await live.paid(), await live.ordered()];
    await live.bank.control.showUnder(one.e2eid, other.txid);
    await eventually(async () => expect((await live.transaction(other.id)).pending).toEqual(foreign));
    expect(await live.transaction(other.id, true)).toMatchObject({ status: 1, pending: foreign });
    expect(live.log.filter((line) => line.includes('has paid another charge'))).not.toEqual([]);
    expect([await live.eventsOf(other.id), await openDivergences(one.id)]).toEqual([['payment.created'], []]);
  });

  it('pays one of them, whichever is looked at first, when both are looked at together', async () => {
    live.bank.holdCallbacks();
    const pairs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [one, other] = [await live.ordered(), await live.ordered()];
        const e2eid = String((await live.bank.control.pay(one.txid))['endToEndId']);
        await live.bank.control.showUnder(e2eid, other.txid);
        return [one.id, other.id] as const;
      }),
    );
    await Promise.all(pairs.flat().map((id) => live.transaction(id, true)));
    for (const pair of pairs) {
      const statuses = await Promise.all(pair.map(async (id) => (await live.transaction(id)).status));
      expect(statuses.toSorted()).toEqual([1, 2]);
    }
    await live.bank.releaseCallbacks();
  });
});

it('a callback of which one item is odd is worked for all others', async () => {
  const [one, other] = [await live.ordered(), await live.ordered()];
  live.bank.habits.hasOddItems = true;
  live.bank.holdCallbacks();
  for (const { txid } of [one, other]) await live.bank.control.pay(txid);
  await live.bank.releaseCallbacks();
  await eventually(async () =>
    expect([(await live.transaction(one.id)).status, (await live.transaction(other.id)).status]).toEqual([2, 2]),
  );
});
