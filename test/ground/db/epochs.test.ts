import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany, refundPix } from '../../support/money.ts';

/** What was drawn between a backup and its restore is known to people and banks: none of it is drawn again. */
const FAR_AHEAD = 2 ** 32;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const highest = async (table: string, column = 'id') =>
  (await database.db.query<{ id: number }>(`SELECT coalesce(max(${column}), 0) AS id FROM ${table}`))[0]?.id ?? 0;

/** A shop sells something and gives a part of it back; which ids were drawn highest, and under which references. */
async function sellSomething() {
  const gateway = await startTestGateway({}, database);
  try {
    const shop = await openCompany(gateway);
    const paymentId = await createPaid(gateway, shop, 10_000);
    expect((await refundPix(gateway, shop, paymentId, 10)).status).toBe(200);
    const webhook = { url: 'http://localhost:1/', events: ['payment.created'] };
    expect((await gateway.post('/webhooks', webhook)).status).toBe(201);
    const tables = ['payments', 'refunds', 'companies', 'webhook_endpoints', 'ledger_journals'];
    const ids = await Promise.all([...tables.map((table) => highest(table)), highest('events', 'position')]);
    const references = await database.db.query<{ reference: string }>(
      'SELECT reference FROM payments WHERE id = $1 UNION ALL SELECT reference FROM refunds WHERE payment_id = $1',
      [paymentId],
    );
    return { ids, references: references.map(({ reference }) => reference) };
  } finally {
    await gateway.close();
  }
}

it('ids lie 2^32 above the highest known, and references begin with another epoch', async () => {
  const before = await sellSomething();
  expect(before.references.every((reference) => /^00[0-9a-f]{30}$/.test(reference))).toBe(true);
  expect(await beginEpoch(database.db, new Date())).toBe(1);
  const after = await sellSomething();
  for (const [kind, id] of after.ids.entries()) expect(id).toBeGreaterThan((before.ids[kind] ?? 0) + FAR_AHEAD);
  expect(after.references.every((reference) => /^01[0-9a-f]{30}$/.test(reference))).toBe(true);
  expect(await beginEpoch(database.db, new Date())).toBe(2);
  await sellSomething();
  await expectCleanBooks(database.db);
});

it('every column that draws its values from a sequence is moved, also those that come later', async () => {
  await database.db.query('CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY, said text)');
  await database.db.query("INSERT INTO later (said) VALUES ('once')");
  await beginEpoch(database.db, new Date());
  await database.db.query("INSERT INTO later (said) VALUES ('again')");
  expect(await highest('later')).toBe(1 + FAR_AHEAD + 1);
});
