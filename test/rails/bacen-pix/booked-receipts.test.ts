import { expect, it } from 'vitest';
import { useQuietShop } from './quiet-shop.ts';

/** Money that belongs to no payment and is put into the books all the same. */
const shop = useQuietShop();
const CENTS = 777;

async function balance(): Promise<number> {
  const sql = `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM ledger_entries WHERE company_id = $1`;
  return (await shop.live.database.db.query<{ cents: number }>(sql, [shop.live.companyId]))[0]?.cents ?? 0;
}

const book = (id: number, ...args: string[]) =>
  shop.live.cli('receipt', 'book', String(id), ...args, '--reason', 'agreed by telephone');

it('is booked once, stands in the statement, and is told again when the bank gives it back', async () => {
  const { live } = shop;
  live.bank.holdCallbacks();
  const [endToEndId] = (await shop.payForgotten(1, CENTS)).keys();
  await live.bank.control.med(String(endToEndId), { amountCents: 77, nature: 'ORIGINAL' });
  await shop.compareNextDay();
  const id = Number((await shop.listed())[0]?.id);
  const company = `company:${live.companyId}`;
  expect((await book(id, '--from', company)).err).toContain('use --to');
  expect((await book(id, '--to', 'acquirer')).err).toContain('--to must be platform or company:<id>');
  expect((await book(id)).err).toContain('give either --to or --from');
  expect((await book(id, '--to', 'company:9999')).err).toContain('company 9999 does not exist');
  expect(await book(id, '--to', company)).toMatchObject({ code: 0, out: expect.stringContaining('700 cents') });
  expect(await balance()).toBe(700);
  expect((await book(id, '--to', company)).err).toContain('nothing is missing');
  expect((await live.cli('receipt', 'close', String(id), '--reason', 'x')).err).toContain('was dealt with before');
  expect(await shop.listed()).toEqual([]);
  expect((await live.cli('doctor')).out).not.toContain('UNKNOWN_RECEIPTS');
  const statement = await live.call('GET', `/companies/${live.companyId}/statement?from=2020-01-01&to=2030-01-01`);
  expect(statement.body.data).toMatchObject([
    { cause: 'receipt', kind: 'adjustment', amount: 700, transaction_id: null },
  ]);

  await live.bank.control.med(String(endToEndId), { amountCents: 200 });
  await shop.compareNextDay();
  expect((await live.cli('receipt', 'list')).out).toContain('BOOKED 700');
  expect((await live.cli('doctor')).out).toContain('UNKNOWN_RECEIPTS');
  expect((await book(id, '--to', company)).err).toContain('use --from');
  expect((await book(id, '--from', company)).code).toBe(0);
  expect(await balance()).toBe(500);
  expect(await shop.listed()).toEqual([]);
  const { body } = await live.call('GET', '/audit-log?limit=100');
  const booked = body.data.filter(({ action }: { action: string }) => action === 'receipt.booked');
  expect(booked.map(({ details }: { details: { amount: number } }) => details.amount)).toEqual([-200, 700]);
});

it('may be the platform’s', async () => {
  await shop.payForgotten(1, CENTS);
  await shop.compareNextDay();
  const [receipt] = await shop.listed();
  expect((await book(Number(receipt?.id), '--to', 'platform')).code).toBe(0);
  expect(await balance()).toBe(500);
  expect(await shop.listed()).toEqual([]);
});
