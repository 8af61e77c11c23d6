import { expect, it } from 'vitest';
import { createOverview } from '../../../src/care/telemetry/read-overview.ts';
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
  const { clock } = live.vintem.deps;
  const read = createOverview({ db: live.database.db, clock, bankAccounts: async () => [], sendsMail: false });
  const overview = await read();
  expect(overview?.unknownReceipts).toBe(PAYMENTS);
});

const told = () =>
  shop.live.database.db.query<{ merchant_id: number; payload: string }>(
    "SELECT merchant_id, payload FROM events WHERE kind = 'receipt.unknown' ORDER BY position",
  );

it('is told to the merchant whose account it is, once for a day; to none of several who share it', async () => {
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({
    event: 'receipt.unknown',
    acquirer: 'banco',
    count: PAYMENTS,
    amount: PAYMENTS * 777,
    company_id: null,
    sequence: null,
  });
  const { db } = shop.live.database;
  const [other] = await db.query<{ id: number }>(
    "INSERT INTO merchants (name, created_at) VALUES ('Outra', now()) RETURNING id",
  );
  const [company] = await db.query<{ id: number }>(
    `INSERT INTO companies (merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
     VALUES ($1, 'Outra', '11222333000181', 'Rua A', 'São Paulo', 'SP', '01001000', now(), now()) RETURNING id`,
    [other?.id],
  );
  await db.query(
    `INSERT INTO company_payment_plans (company_id, payment_type, settlement_days, acquirer)
     VALUES ($1, 'pix', 0, 'banco')`,
    [company?.id],
  );
  await shop.payForgotten(1, 555);
  expect(await shop.compareNextDay()).toMatchObject({ unknown_count: 1, unknown_cents: 555 });
  expect(await shop.listed()).toContainEqual(expect.objectContaining({ amount_cents: 555 }));
  expect(await told()).toHaveLength(1);
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
