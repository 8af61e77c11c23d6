// So many customers of the flooding merchant that reading all of them takes its time.
export const CUSTOMERS = Number(process.env.CUSTOMERS ?? 300_000);

export async function fillCustomers(db) {
  await db.query(
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT 1, lpad(n::text, 11, '0'), name, name, 'p' || n || '@example.com', '',
       timestamptz '2026-01-01' + n * interval '1 second', '2026-01-01'
     FROM generate_series(1, ${CUSTOMERS}) n, LATERAL (
       SELECT (ARRAY['ana', 'bruno', 'carla', 'davi', 'elisa'])[n % 5 + 1]
         || CASE WHEN n % 10 = 0 THEN ' da silva ' ELSE ' souza ' END || n AS name) names
     ON CONFLICT DO NOTHING`,
  );
  await db.query('VACUUM ANALYZE customers');
}

/** A flood of one list, by the merchant whose customers they are. */
export const floodOf = (name, path) => ({
  name,
  connections: 30,
  async requests({ attacker, db }) {
    await fillCustomers(db);
    return [{ method: 'GET', path, headers: { authorization: `Bearer ${attacker}` } }];
  },
});
