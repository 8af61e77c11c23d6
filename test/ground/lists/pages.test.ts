import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchCustomersOfMerchant } from '../../../src/gateway/customers/customers.sql.ts';
import type { PaymentSearch } from '../../../src/gateway/transactions/search.rules.ts';
import { searchPaymentsOfMerchant } from '../../../src/gateway/transactions/search.sql.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addMerchant, addPayments, type Merchant } from '../../support/many-payments.ts';

/**
 * Pages far inside a list are the rows that counting from its start would give, from whichever end they are reached.
 */

const COUNT = 6_000;
let database: TestDatabase;
let merchant: Merchant;

interface Known {
  id: number;
  created_at: Date;
  updated_at: Date;
  amount_cents: number;
  status: number;
  payment_type: string;
  company_id: number;
}
let known: Known[];

beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await addMerchant(database.db, 2);
  await addPayments(database.db, await addMerchant(database.db, 1), 500);
  await addPayments(database.db, merchant, COUNT);
  known = await database.db.query(
    `SELECT id, created_at, updated_at, amount_cents, status, payment_type, company_id
     FROM payments WHERE merchant_id = $1`,
    [merchant.id],
  );
});
afterAll(() => database.drop());

const COLUMNS = { created_at: 'created_at', updated_at: 'updated_at', amount: 'amount_cents' } as const;
const ORDERS = (['created_at', 'updated_at', 'amount'] as const).flatMap((orderBy) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ orderBy, direction })),
);
type Filter = Pick<PaymentSearch, 'status' | 'type' | 'company_id' | 'amountStart'>;
const FILTERS: [Filter, (payment: Known) => boolean][] = [
  [{}, () => true],
  [{ status: [2] }, ({ status }) => status === 2],
  [
    { status: [2, 3], type: 'pix' },
    ({ status, payment_type }) => (status === 2 || status === 3) && payment_type === 'pix',
  ],
  [{ type: 'credit' }, () => false],
  [{ amountStart: 1_000 }, ({ amount_cents }) => amount_cents >= 1_000],
];

describe.each(ORDERS)('by $orderBy $direction', ({ orderBy, direction }) => {
  it.each(FILTERS)('%o', async (filter, keep) => {
    const sign = direction === 'ASC' ? 1 : -1;
    const expected = known
      .filter(keep)
      .toSorted((a, b) => sign * (Number(a[COLUMNS[orderBy]]) - Number(b[COLUMNS[orderBy]]) || a.id - b.id))
      .map(({ id }) => id);
    const limit = 97;
    const last = Math.ceil(expected.length / limit);
    for (const page of [
      1,
      2,
      11,
      12,
      20,
      Math.floor(last / 2),
      Math.floor(last / 2) + 1,
      last - 1,
      last,
      last + 1,
      last + 1_000,
    ]) {
      if (page < 1) continue;
      const { rows, total } = await searchPaymentsOfMerchant(database.db, merchant.id, {
        page,
        limit,
        orderBy,
        direction,
        ...filter,
      });
      expect({ page, total }).toEqual({ page, total: expected.length });
      expect(
        rows.map(({ id }) => id),
        `page ${page} of ${last}`,
      ).toEqual(expected.slice((page - 1) * limit, page * limit));
    }
  });
});

it('of customers as well', async () => {
  await database.db.query(
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT $1, 'd' || n, 'N', 'n' || n % 50, 'e', '', '2026-01-02', '2026-01-02' FROM generate_series(1, 3000) n`,
    [merchant.id],
  );
  const all = await database.db.query<{ id: number }>(
    'SELECT id FROM customers WHERE merchant_id = $1 ORDER BY name_folded, id',
    [merchant.id],
  );
  for (const search of [{}, { document: '' }, { name: '' }]) {
    for (const page of [1, 10, 20, 25, 31, 32]) {
      const paging = { page, limit: 100, orderBy: 'name', direction: 'ASC' } as const;
      const { rows, total } = await searchCustomersOfMerchant(database.db, merchant.id, { ...paging, ...search });
      expect(total).toBe(all.length);
      expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 100, page * 100).map(({ id }) => id));
    }
  }
});
