import { beforeAll, expect, it } from 'vitest';
import { listReports } from '../../../src/gateway/alignment/reconciliation.sql.ts';
import { searchReturns } from '../../../src/gateway/alignment/search-returns.ts';
import { DAY_MS, useQuietShop } from './quiet-shop.ts';

/** Money of a forgotten reference that the operator gives to a payment. */
const shop = useQuietShop();
const CENTS = 4_321;

beforeAll(() => shop.live.bank.holdCallbacks());

/** One that the bank has and we do not, listed since the day was compared. */
async function forgotten() {
  const [[endToEndId, txid]] = [...(await shop.payForgotten(1, CENTS))] as [[string, string]];
  await shop.compareNextDay();
  const receipt = (await shop.listed()).find(({ end_to_end_id }) => end_to_end_id === endToEndId);
  return { endToEndId, txid, id: Number(receipt?.id), paidAt: receipt?.paid_at.toISOString() };
}

const bind = (receiptId: number, id: number) =>
  shop.live.cli(
    'receipt',
    'bind',
    String(receiptId),
    '--transaction',
    String(id),
    '--reason',
    'the payer sent a proof',
  );

const endToEndIdOf = async (id: number) => {
  const sql = `SELECT response_data_subacquirer_integration ->> 'endToEndId' AS id FROM payments WHERE id = $1`;
  return (await shop.live.database.db.query<{ id: string }>(sql, [id]))[0]?.id;
};

it('approves a pending payment, and later looks, days and refunds agree with the bank', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const { id } = await live.ordered(CENTS);
  expect(await bind(receipt.id, id)).toMatchObject({ code: 0, err: '' });
  expect(await live.transaction(id)).toMatchObject({ status: 2, paid_at: receipt.paidAt });
  expect(await endToEndIdOf(id)).toBe(receipt.endToEndId);
  expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved']);
  expect((await shop.listed()).map(({ id: other }) => other)).not.toContain(receipt.id);
  const report = await shop.compareNextDay();
  expect(report).toMatchObject({ unknown_count: 0 });
  for (const day of await listReports(live.database.db, 31))
    expect(day).toMatchObject({ our_count: day.acquirer_count, our_paid_cents: day.acquirer_paid_cents });
  expect((await live.transaction(id, true)).status).toBe(2);
  expect(await live.divergencesOf(id)).toEqual([]);

  expect((await live.refund(id, 1_000)).status).toBe(200);
  expect(live.returnsOf(receipt.txid)).toEqual(['10.00 DEVOLVIDO']);
  expect(await live.transaction(id, true)).toMatchObject({ status: 2, refunded_amount: 1_000 });
  await shop.compareNextDay();
  expect((await live.refund(id, CENTS - 1_000)).status).toBe(200);
  expect(await live.transaction(id, true)).toMatchObject({ status: 4, refunded_amount: CENTS });
  await shop.compareNextDay();
  expect(await live.divergencesOf(id)).toEqual([]);
  expect((await bind(receipt.id, id)).err).toContain(`is bound to transaction ${id}`);
});

it('of a payment that is over is late money: a divergence, which is booked and not opened again', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const { id } = await live.ordered(CENTS);
  expect((await live.call('POST', `/transactions/${id}/cancel`)).status).toBe(200);
  expect((await bind(receipt.id, id)).out).toContain('which is FAILED');
  const [late] = await live.divergencesOf(id);
  expect(late).toMatchObject({ kind: 'LATE_PAYMENT', difference: CENTS });
  const to = `company:${live.companyId}`;
  const booked = await live.cli(
    'divergence',
    'book',
    String(late?.['id']),
    '--from',
    'acquirer',
    '--to',
    to,
    '--reason',
    'x',
  );
  expect(booked).toMatchObject({ code: 0 });
  await live.transaction(id, true);
  await shop.compareNextDay();
  expect(await live.divergencesOf(id)).toHaveLength(1);
});

it('of a payment that was paid is a second payment; given back by the bank, it is gone', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const { id, txid } = await live.ordered(CENTS);
  await live.bank.control.pay(txid);
  expect((await live.transaction(id, true)).status).toBe(2);
  expect((await bind(receipt.id, id)).code).toBe(0);
  expect(await live.divergencesOf(id)).toMatchObject([
    { kind: 'AMOUNT_MISMATCH', difference: CENTS, resolved_at: null },
  ]);
  await live.transaction(id, true);
  expect(await live.divergencesOf(id)).toHaveLength(1);
  await live.bank.control.med(receipt.endToEndId, { amountCents: CENTS, nature: 'ORIGINAL' });
  await shop.compareNextDay();
  expect(await live.divergencesOf(id)).toMatchObject([{ kind: 'AMOUNT_MISMATCH', resolution: expect.anything() }]);
  expect(await live.transaction(id, true)).toMatchObject({ status: 2, refunded_amount: 0 });
});

it('what the banks take back of it is told, also where the charge itself is unknown there', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const { id } = await live.ordered(CENTS);
  expect((await bind(receipt.id, id)).code).toBe(0);
  await live.bank.control.med(receipt.endToEndId, { amountCents: 500 });
  live.advance(DAY_MS);
  live.bank.fault({ operation: 'get_cob', kind: 'status', status: 404 });
  while (await searchReturns(live.vintem.deps));
  expect(await live.divergencesOf(id)).toMatchObject([{ kind: 'UNREQUESTED_REFUND', difference: -500 }]);
  expect(live.bank.faults()).toEqual([]);
});

it('is refused, and changes nothing: another amount, an unknown receipt or transaction', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const { id } = await live.ordered(CENTS + 1);
  expect(await bind(receipt.id, id)).toMatchObject({ code: 1, err: expect.stringContaining(`of ${CENTS + 1} cents`) });
  expect((await bind(99_999, id)).err).toContain('receipt 99999 does not exist');
  expect((await bind(receipt.id, 99_999_999)).err).toContain('transaction 99999999 does not exist');
  expect((await live.transaction(id)).status).toBe(1);
  expect((await shop.listed()).map(({ id: other }) => other)).toContain(receipt.id);
});

it('is refused once the bank has shown it under another charge, which it has paid', async () => {
  const { live } = shop;
  const receipt = await forgotten();
  const [shown, id] = [await live.ordered(CENTS), (await live.ordered(CENTS)).id];
  await live.bank.control.showUnder(receipt.endToEndId, shown.txid);
  expect((await live.transaction(shown.id, true)).status).toBe(2);
  expect((await bind(receipt.id, id)).err).toContain(`receipt ${receipt.id} has paid another transaction`);
  expect((await live.transaction(id)).status).toBe(1);
});

it('stands in the audit log of the merchant', async () => {
  const { body } = await shop.live.call('GET', '/audit-log?limit=100');
  const bound = body.data.filter(({ action }: { action: string }) => action === 'receipt.bound');
  expect(bound).toHaveLength(4);
  expect(bound[0].details).toMatchObject({ amount: CENTS, reason: 'the payer sent a proof' });
});
