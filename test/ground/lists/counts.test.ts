import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNT_CHECKS } from '../../../src/care/audit/counts.sql.ts';
import { countedCustomers, foldCustomerCounts } from '../../../src/gateway/customers/customer-counts.sql.ts';
import { countedPayments, foldPaymentCounts } from '../../../src/gateway/payments/payment-counts.sql.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addMerchant, addPayments, type Merchant } from '../../support/many-payments.ts';

/** The counters that lists show: exact on every snapshot, whoever writes, folds and reads at the same time. */

let database: TestDatabase;
let merchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await addMerchant(database.db, 3);
  other = await addMerchant(database.db, 1);
  await addPayments(database.db, other, 40);
  await addPayments(database.db, merchant, 200);
});
afterAll(() => database.drop());

const query = <Row>(sql: string, params: unknown[] = []) => database.db.query<Row>(sql, params);

/** Every combination of what is counted by, and what stands in no row at all. */
const FILTERS = ['true', 'company_id = $2'].flatMap((company) =>
  ['true', 'status = 1', 'status = 2', 'status IN (3, 4)'].flatMap((status) =>
    ['true', "payment_type = 'pix'", "payment_type = 'credit'"].map(
      (type) => `merchant_id = $1 AND ${company} AND ${status} AND ${type}`,
    ),
  ),
);

/** Both figures of one snapshot. */
async function expectExact(): Promise<void> {
  for (const filter of FILTERS) {
    const [row] = await query<{ counted: number; stored: number }>(
      `SELECT (${countedPayments(filter)})::bigint AS counted, (SELECT count(*) FROM payments WHERE ${filter}) AS stored
       WHERE $2::bigint IS NOT NULL`,
      [merchant.id, merchant.companies[0]],
    );
    expect(row?.counted, filter).toBe(row?.stored);
  }
  const [row] = await query<{ counted: number; stored: number }>(
    `SELECT (${countedCustomers('$1')})::bigint AS counted,
       (SELECT count(*) FROM customers WHERE merchant_id = $1) AS stored`,
    [merchant.id],
  );
  expect(row?.counted).toBe(row?.stored);
}

const fold = async () => {
  expect(await workInChunks(database.db, foldPaymentCounts)).toBe(true);
  expect(await workInChunks(database.db, foldCustomerCounts)).toBe(true);
};
const deltas = async () =>
  (await query<{ count: number }>('SELECT count(*) AS count FROM payment_count_deltas'))[0]?.count;
/** Without the journals that an approval needs: only what is counted matters here. */
const failSome = (share: number) =>
  query('UPDATE payments SET status = 3, failure_reason = $3 WHERE merchant_id = $1 AND status = 1 AND id % $2 = 0', [
    merchant.id,
    share,
    'EXPIRED',
  ]);

it('are exact when payments come, when they change their status, and when they are folded', async () => {
  await expectExact();
  await failSome(2);
  await expectExact();
  await fold();
  expect(await deltas()).toBe(0);
  await expectExact();
  await failSome(1);
  await addPayments(database.db, merchant, 50);
  await expectExact();
  await fold();
  await fold();
  await expectExact();
});

it('write few rows for a batch, and none for what changes no count', async () => {
  await fold();
  await query("UPDATE payments SET status = 3, failure_reason = 'EXPIRED' WHERE merchant_id = $1 AND status = 1", [
    other.id,
  ]);
  // Out of one status and into another, of each type.
  expect(await deltas()).toBeLessThanOrEqual(4);
  await fold();
  await addPayments(database.db, other, 64);
  // One company, four statuses, two types: at most.
  expect(await deltas()).toBeLessThanOrEqual(8);
  await fold();
  await query('UPDATE payments SET updated_at = updated_at, status = status WHERE merchant_id = $1', [other.id]);
  await query('UPDATE customers SET email = email || $2 WHERE merchant_id = $1', [other.id, '.br']);
  expect(await deltas()).toBe(0);
});

it('count a customer once, however often it orders', async () => {
  const order = `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
    VALUES ($1, $2, '', '', '', '', now(), now()), ($1, '1', '', '', '', '', now(), now())
    ON CONFLICT (merchant_id, document) DO UPDATE SET name = excluded.name`;
  for (const document of ['new', 'new', 'newer']) await query(order, [merchant.id, document]);
  await expectExact();
});

it('are exact on every snapshot while writers, folders and readers work at once, and nobody waits for a writer', async () => {
  let isOver = false;
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const busy = [
    again(() => addPayments(database.db, merchant, 20)),
    again(() => addPayments(database.db, merchant, 3)),
    again(() => failSome(3)),
    again(fold),
    again(fold),
  ];
  // A writer that has not ended holds nobody up, and is not counted.
  const slow = await database.db.pool.connect();
  await slow.query('BEGIN');
  await slow.query(
    `UPDATE payments SET status = 3, failure_reason = 'EXPIRED'
     WHERE id = (SELECT max(id) FROM payments WHERE merchant_id = $1 AND status = 1)`,
    [other.id],
  );
  try {
    for (let look = 0; look < 20; look++) await expectExact();
  } finally {
    isOver = true;
    await slow.query('ROLLBACK');
    slow.release();
    await Promise.all(busy);
  }
  await fold();
  expect(await deltas()).toBe(0);
  await expectExact();
}, 120_000);

it.each([
  [
    'UPDATE payment_counts SET count = count + 1 ' +
      'WHERE merchant_id = $1 AND company_id = $2 AND status = 2 AND payment_type = $3',
    0,
  ],
  [
    'INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count) ' +
      "VALUES ($1, $2, 4, $3 || '?', -1)",
    0,
  ],
  ['DELETE FROM payment_counts WHERE merchant_id = $1 AND company_id = $2 AND status = 2 AND payment_type = $3', 0],
  ["UPDATE customer_counts SET count = count - 1 WHERE merchant_id = $1 AND $2::bigint > 0 AND $3 = 'pix'", 1],
])('are recounted by the audit, which finds %s', async (plant, broken) => {
  await fold();
  const found = () => Promise.all(COUNT_CHECKS.map(({ sql }) => query<{ merchant_id: number }>(sql)));
  expect(await found()).toEqual([[], [], []]);
  const client = await database.db.pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(plant, [merchant.id, merchant.companies[0], 'pix']);
    expect(rowCount).toBe(1);
    const results = await Promise.all(COUNT_CHECKS.map(async ({ sql }) => (await client.query(sql)).rows));
    expect(results.map((rows) => rows.length)).toEqual(broken === 0 ? [1, 0, 0] : [0, 1, 0]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
