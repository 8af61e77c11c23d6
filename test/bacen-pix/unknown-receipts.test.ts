import { expect, it } from 'vitest';
import { useQuietShop } from './quiet-shop.ts';

/** What a bank received under references that the database does not have, as after a restore. */
const PAYMENTS = 100;
const REFUNDED = 20;

const shop = useQuietShop();

/** Charges that were made and paid while the database knew them. */
async function forgottenPayments(): Promise<Map<string, string>> {
  const paid = await shop.payForgotten(PAYMENTS, 777);
  for (const endToEndId of [...paid.keys()].slice(0, REFUNDED))
    await shop.live.bank.control.med(endToEndId, { amountCents: 100, nature: 'ORIGINAL' });
  return paid;
}

it('is counted apart and named, every payment and what was given back of it; once', async () => {
  const { live } = shop;
  const { id, txid } = await live.ordered();
  live.bank.holdCallbacks();
  await live.bank.control.pay(txid);
  await live.transaction(id, true);
  const forgotten = await forgottenPayments();
  expect(await shop.compareNextDay()).toMatchObject({
    our_count: 1,
    acquirer_count: 1,
    acquirer_paid_cents: 10_000,
    unknown_count: PAYMENTS,
    unknown_cents: PAYMENTS * 777,
  });
  await shop.compareNextDay();
  const listed = await shop.listed();
  expect(new Map(listed.map((one) => [one.end_to_end_id, one.reference]))).toEqual(forgotten);
  expect(listed.filter(({ refunded_cents }) => refunded_cents === 100)).toHaveLength(REFUNDED);
  const { out } = await live.cli('reconciliation');
  expect(out).toContain(`UNKNOWN: ${PAYMENTS}, ${PAYMENTS * 777} cents`);
  for (const reference of forgotten.values()) expect(out).toContain(`reference ${reference}`);
  expect((await live.cli('doctor')).out).toContain('UNKNOWN_RECEIPTS');
});

it('is closed with a reason, once, and listed no more', async () => {
  const { live } = shop;
  const [first] = await shop.listed();
  const close = () => live.cli('receipt', 'close', String(first?.id), '--reason', 'of another system');
  expect(await close()).toMatchObject({ code: 0, err: '' });
  expect((await close()).err).toContain('was dealt with before');
  expect((await live.cli('receipt', 'list')).out).not.toContain(first?.end_to_end_id);
  await shop.compareNextDay();
  expect((await live.cli('receipt', 'list')).out).not.toContain(first?.end_to_end_id);
});
