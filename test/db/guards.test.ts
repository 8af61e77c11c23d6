import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../src/db/transaction.ts';
import { randomIds } from '../../src/ids.ts';
import { CLEARING, mainOf } from '../../src/ledger/accounts.rules.ts';
import { journalOf } from '../../src/ledger/journal.rules.ts';
import { insertJournals } from '../../src/ledger/ledger.sql.ts';
import { insertOrders } from '../../src/orders/orders.sql.ts';
import { paymentSubject } from '../../src/subjects/subject.rules.ts';
import { orderRows } from '../support/order-rows.ts';
import { FILL_TIMEOUT_MS, type FilledDatabase, openFilledDatabase } from '../support/plans.ts';

/** What guards read of tables of 100,000 payments while orders and journals are written: what belongs to these. */

let filled: FilledDatabase;
beforeAll(async () => {
  filled = await openFilledDatabase();
}, FILL_TIMEOUT_MS);
afterAll(() => filled.close());

const AT = new Date();
const PAYMENTS = [1, 8, 64];
/** A payment is looked up by its customer, its shares and its checks, each of them a few times. */
const MOST_OF_A_ROW = 8;
/** As a batch runs, as any other statement does, and as a planner does that thinks that its tables are in one order. */
const SETTINGS = ['-c enable_seqscan=off', '-c jit=off', '-c enable_seqscan=off -c enable_nestloop=off'];

const CASES = SETTINGS.flatMap((settings) => PAYMENTS.map((count) => [count, settings] as const));

const expectBounded = (read: ReadonlyMap<string, number>, count: number) => {
  for (const [table, rows] of read) expect(rows, `rows read of ${table}`).toBeLessThanOrEqual(count * MOST_OF_A_ROW);
};

it.each(CASES)('%i orders at once, with %s', async (count, settings) => {
  const [company] = await filled.query<{ id: number; name: string; merchant_id: number }>(
    'SELECT id, name, merchant_id FROM companies ORDER BY id LIMIT 1',
  );
  if (!company) throw new Error('the filled database has no company');
  const ids = randomIds();
  const rows = Array.from({ length: count }, (_, index) =>
    orderRows({ ids, merchantId: company.merchant_id, company, document: String(98_000_000_000 + index), at: AT }),
  );
  const read = await filled.rowsRead(settings, (tx) => insertOrders(tx, rows));
  expect(read.get('payment_shares')).toBeGreaterThanOrEqual(count);
  expectBounded(read, count);
});

it.each(CASES)('%i journals at once, with %s', async (count, settings) => {
  const payments = await filled.query<{ id: number; company_id: number }>(
    'SELECT id, company_id FROM payments ORDER BY id LIMIT $1',
    [count],
  );
  const write = (tx: Tx) =>
    insertJournals(
      tx,
      payments.map(({ id, company_id }) => ({
        cause: { kind: 'approval', id: 1_000_000_000 + id, subject: paymentSubject(id) },
        journal: journalOf([
          { from: CLEARING, to: mainOf(company_id), amountCents: 100, availableAt: AT, tag: 'share', position: 0 },
        ]),
        postedAt: AT,
      })),
    );
  const read = await filled.rowsRead(settings, write);
  expect(read.get('ledger_entries')).toBeGreaterThanOrEqual(2 * count);
  expectBounded(read, count);
});
