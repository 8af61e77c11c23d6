import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldPaymentDays, readPaymentDays } from '../../../src/books/reports/payment-days.sql.ts';
import { readPaymentHours } from '../../../src/books/reports/payment-hours.sql.ts';
import { PAYMENT_DAY_CHECK } from '../../../src/care/audit/payment-days.sql.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addMerchant, addPayments, type Merchant } from '../../support/many-payments.ts';

/** What reports say of each day: exact on every snapshot, whoever writes, folds and reads at the same time. */

let database: TestDatabase;
let merchant: Merchant;
beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await addMerchant(database.db, 3);
  await addPayments(database.db, merchant, 2_000);
  // Payments are approved here without the journals that they need: only what is counted matters.
  await database.db.query('ALTER TABLE payments DISABLE TRIGGER payments_approved_in_the_books');
});
afterAll(() => database.drop());

const query = <Row>(sql: string, params: unknown[] = []) => database.db.query<Row>(sql, params);
const expectExact = async () => expect(await query(PAYMENT_DAY_CHECK.sql)).toEqual([]);
const fold = () => workInChunks(database.db, foldPaymentDays, 'at once');
const deltas = async () =>
  (await query<{ count: number }>('SELECT count(*) AS count FROM payment_day_deltas'))[0]?.count;

const some = (status: number, count = 7) =>
  `id IN (SELECT id FROM payments WHERE status = ${status} ORDER BY random() LIMIT ${count})`;
const APPROVE = `UPDATE payments SET status = 2, paid_at = created_at + interval '26 hours' WHERE ${some(1)}`;
const FAIL = `UPDATE payments SET status = 3, failure_reason = 'EXPIRED' WHERE ${some(1, 3)}`;
const REFUND = `UPDATE payments SET refunded_cents = refunded_cents + 1
  WHERE refunded_cents + 1 < amount_cents AND ${some(2)}`;

it('is exact when payments come, are paid, fail and are refunded, folded or not', async () => {
  for (const sql of [APPROVE, REFUND, FAIL]) {
    await query(sql);
    await expectExact();
  }
  await fold();
  expect(await deltas()).toBe(0);
  await expectExact();
  await addPayments(database.db, merchant, 50);
  await query(REFUND);
  await expectExact();
});

it('is exact on every snapshot while writers and folders work at once', async () => {
  let isOver = false;
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const busy = [
    again(() => addPayments(database.db, merchant, 9)),
    again(() => query(REFUND)),
    again(() => query(FAIL)),
    again(fold),
    again(fold),
  ];
  try {
    for (let look = 0; look < 15; look++) await expectExact();
  } finally {
    isOver = true;
    await Promise.all(busy);
  }
});

it('writes few rows for a batch, and none for what changes no figure', async () => {
  await fold();
  await addPayments(database.db, merchant, 64);
  // Three companies, two types, two days at most; the payments of this test were not paid yet.
  expect(await deltas()).toBeLessThanOrEqual(12);
  await fold();
  await query('UPDATE payments SET updated_at = updated_at, status = status WHERE merchant_id = $1', [merchant.id]);
  expect(await deltas()).toBe(0);
});

it('a payment counts on the day that São Paulo had, to the last moment of it', async () => {
  const other = await addMerchant(database.db, 1);
  await addPayments(database.db, other, 2);
  await query(
    `UPDATE payments SET status = 2, paid_at = CASE WHEN order_number LIKE '%-1'
       THEN timestamptz '2026-03-11 02:59:59.999Z' ELSE timestamptz '2026-03-11 03:00:00Z' END WHERE merchant_id = $1`,
    [other.id],
  );
  const scope = { merchantId: other.id, basis: 'paid', companyId: undefined, paymentType: undefined } as const;
  const rows = await readPaymentDays(database.db, { ...scope, from: '2026-03-01', to: '2026-03-31' });
  expect(rows.map(({ date, count }) => [date, count])).toEqual([
    ['2026-03-10', 1],
    ['2026-03-11', 1],
  ]);
});

it('counts as received what was paid, late charges and discounts with it', async () => {
  const other = await addMerchant(database.db, 1);
  await addPayments(database.db, other, 98);
  const [paid] = await query<{ ordered: number; received: number }>(
    `WITH paid AS (
       UPDATE payments SET status = 2, paid_at = '2026-03-11 12:00:00Z', updated_at = '2026-03-11 12:00:00Z',
         paid_cents = amount_cents + 30 * (id % 2) - 7 * ((id + 1) % 2), fine_paid_cents = 30 * (id % 2),
         interest_paid_cents = 0, discount_given_cents = 7 * ((id + 1) % 2)
       WHERE merchant_id = $1 AND status = 1 RETURNING amount_cents, paid_cents)
     SELECT sum(amount_cents)::bigint AS ordered, sum(paid_cents)::bigint AS received FROM paid`,
    [other.id],
  );
  expect(paid?.received).not.toBe(paid?.ordered);
  const scope = { merchantId: other.id, basis: 'paid', companyId: undefined, paymentType: undefined } as const;
  const days = await readPaymentDays(database.db, { ...scope, from: '2026-03-11', to: '2026-03-11' });
  const between = { from: new Date('2026-03-11T03:00:00Z'), to: new Date('2026-03-12T03:00:00Z') };
  const hours = await readPaymentHours(database.db, { ...scope, ...between });
  const sum = (rows: typeof days, figure: 'amount_cents' | 'approved_cents') =>
    rows.reduce((total, row) => total + row[figure], 0);
  for (const rows of [days, hours])
    expect([sum(rows, 'amount_cents'), sum(rows, 'approved_cents')]).toEqual([paid?.ordered, paid?.received]);
  await expectExact();
});
