import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CustomerSearch, searchCustomersOfMerchant } from '../../../src/gateway/customers/customers.sql.ts';
import type { Db } from '../../../src/ground/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const MANY = 20_000;
let database: TestDatabase;
/** One merchant with many customers and one with a few. */
let large: number;
let small: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const merchants = await database.db.query<{ id: number }>(
    "INSERT INTO merchants (name, created_at) VALUES ('Large', '2026-01-01'), ('Small', '2026-01-01') RETURNING id",
  );
  [large, small] = merchants.map(({ id }) => id) as [number, number];
  const fill = `
    INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
    SELECT $1, n, 'Pessoa ' || n, 'pessoa ' || md5(n::text), n || '@example.com', '',
      timestamptz '2026-01-01' + n * interval '1 second', '2026-01-01'
    FROM generate_series(1, $2::bigint) n`;
  await database.db.query(fill, [large, MANY]);
  await database.db.query(fill, [small, 10]);
  // After this, PostgreSQL knows without looking at the rows that the index entries are visible.
  await database.db.query('VACUUM ANALYZE customers');
});
afterAll(() => database.drop());

/** The plan that PostgreSQL chooses for a search. */
async function planOf(merchantId: number, search: Partial<CustomerSearch>): Promise<string> {
  let plan = '';
  const explaining: Db = {
    async query<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      const rows = await database.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    },
  };
  await searchCustomersOfMerchant(explaining, merchantId, {
    page: 1,
    limit: 10,
    orderBy: 'created_at',
    direction: 'DESC',
    ...search,
  });
  return plan;
}

describe('a search for customers', () => {
  it.each(['c4ca4', 'abc', '%_abc_%'])(
    'looks %s up by its trigrams, together with the merchant, once for page and total',
    async (name) => {
      const plan = await planOf(large, { name });
      expect(plan.match(/Bitmap Index Scan on customers_by_part_of_name/g)).toHaveLength(1);
      expect(plan).toMatch(/Index Cond: \(\(merchant_id = .* AND \(name_folded ~~ /);
    },
  );

  it.each(['c4', '%', '東京都'])('reads only the merchant’s own names for %s, which has no trigram', async (name) => {
    for (const merchantId of [large, small]) expect(await planOf(merchantId, { name })).not.toContain('name_folded ~~');
  });

  it.each(['created_at', 'name', 'email'] as const)(
    'walks to a deep page by %s over index entries alone',
    async (orderBy) => {
      const plan = await planOf(large, { orderBy, page: MANY / 10 });
      expect(plan).toMatch(
        new RegExp(`Index Only Scan(?: Backward)? using customers_by_${orderBy.replace('_at', '')} `),
      );
    },
  );
});
