// The rows that the bench writes past the API are those that the service writes. Otherwise it would measure something
// else, and after a change of the schema nobody would notice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCleanBooks } from '../support/audit.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const moduleOf = (name: string) => import(new URL(`../../bench/${name}.mjs`, import.meta.url).href);
const { addMerchant, addPayments } = await moduleOf('support/filler');
const { withoutChecks } = await moduleOf('support/fast-fill');
const { recordOrder } = await moduleOf('support/recorded-order');
const { startInstantAcquirer } = await moduleOf('support/stage');
const { COPY_OF_OURS, THREE_STATEMENTS } = await moduleOf('ruler/order');
const { RULER_TABLES } = await moduleOf('measures/orders');

interface Script {
  statements: { sql: string; keeps?: Record<string, string> }[];
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

const NO_LOGINS = "WHERE action NOT LIKE 'login.%'";

/** How many rows each table has, but for what tells of a login, which is written a moment later. */
async function rowCounts(): Promise<Record<string, number>> {
  const { db } = gateway.database;
  const tables = await db.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'sandbox_acquirer'::regnamespace)
       AND relname NOT LIKE 'login%'`,
  );
  const counts = await Promise.all(
    tables.map(({ name }) =>
      db.query<{ count: number }>(`SELECT count(*) AS count FROM ${name} ${name === 'audit_log' ? NO_LOGINS : ''}`),
    ),
  );
  return Object.fromEntries(tables.map(({ name }, index) => [name, counts[index]?.[0]?.count ?? 0]));
}

async function addedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowCounts();
  await work();
  const after = await rowCounts();
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]],
    ),
  );
}

/** Once, as a client of the bench runs it. */
async function runOnce({ statements }: Script, r: number): Promise<void> {
  const values: Record<string, unknown> = { d: r, r };
  for (const { sql, keeps = {} } of statements) {
    const text = sql.replaceAll(/(?<!:):([a-z_]+)\b/g, (_, name) => `'${values[name]}'`);
    const [row] = await gateway.database.db.query<Record<string, unknown>>(text);
    for (const [variable, column] of Object.entries(keeps)) values[variable] = row?.[column];
  }
}

test('the recorded order writes what the order wrote that it was recorded from', { timeout: 300_000 }, async () => {
  const acquirer = await startInstantAcquirer();
  let script: Script = { statements: [] };
  const byService = await addedBy(async () => {
    script = await recordOrder(gateway.database, acquirer.url);
  });
  await acquirer.close();
  expect(byService).toMatchObject({ payments: 1, payment_shares: 1, events: 1, customers: 1 });
  expect(await addedBy(() => runOnce(script, 4_711))).toEqual(byService);
  await expectCleanBooks(gateway.database.db);
});

test.each([
  ['with all checks on', (work: () => Promise<void>) => work()],
  [
    'as the large database is filled',
    (work: () => Promise<void>) => withoutChecks(gateway.database.db, work, () => {}),
  ],
])('the books of filled payments hold, %s', async (name, around) => {
  const { db } = gateway.database;
  const merchant = await addMerchant(db, `filled-${name.length}`, 3);
  await around(async () => {
    await addPayments(db, merchant, { count: 300 });
    await addPayments(db, merchant, { count: 30, lives: 'approved' });
    await addPayments(db, merchant, { count: 30, lives: 'pending', isEven: true });
  });
  const [found] = await db.query(
    'SELECT count(*) AS payments, count(DISTINCT status) AS states FROM payments WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  expect(found).toEqual({ payments: 360, states: 4 });
  await expectCleanBooks(db);
});

test('the ruler takes a copy of our payments, and its three statements write one row each', async () => {
  const { db } = gateway.database;
  for (const statement of [RULER_TABLES, ...COPY_OF_OURS]) await db.query(statement);
  await runOnce(THREE_STATEMENTS, 4_712);
  const [found] = await db.query(
    `SELECT (SELECT count(*) FROM ruler.payments) - (SELECT count(*) FROM payments) AS added,
       (SELECT count(*) FROM ruler.payments WHERE reference = 'ref4712' AND issued IS NOT NULL) AS issued,
       (SELECT count(*) FROM ruler.charges) AS charges,
       (SELECT count(*) FROM ruler.events WHERE id = 'evt_4712') AS events`,
  );
  expect(found).toEqual({ added: 1, issued: 1, charges: 1, events: 1 });
});
