import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLEARING, mainOf } from '../../../src/books/ledger/accounts.rules.ts';
import { journalOf } from '../../../src/books/ledger/journal.rules.ts';
import { insertJournals } from '../../../src/books/ledger/ledger.sql.ts';
import { type IssueRows, insertOrders, issueOrders } from '../../../src/gateway/orders/orders.sql.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { createdEventOf } from '../../../src/gateway/payments/tell-of-payments.ts';
import type { Tx } from '../../../src/ground/db/transaction.ts';
import { randomIds } from '../../../src/ground/ids.ts';
import { ROW_BY_ROW } from '../../../src/ground/pools.ts';
import { paymentSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany } from '../../support/money.ts';
import { orderRows } from '../../support/order-rows.ts';
import { FILL_TIMEOUT_MS, type FilledDatabase, openFilledDatabase, rowsRead } from '../../support/plans.ts';

/** What guards read of tables of many payments while orders and journals are written: what belongs to these. */

let filled: FilledDatabase;
beforeAll(async () => {
  filled = await openFilledDatabase();
}, FILL_TIMEOUT_MS);
afterAll(() => filled.close());

const AT = new Date();
const PAYMENTS = [1, 8, 64];
/** A payment is looked up by its customer, its shares and its checks, each of them a few times. */
const MOST_OF_A_ROW = 8;
const BATCH = Object.entries(ROW_BY_ROW)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
/** As a batch runs, as any other statement does, and as a planner does that thinks that its tables are in one order. */
const SETTINGS = [BATCH, '-c jit=off', '-c enable_seqscan=off -c enable_nestloop=off'];

const CASES = SETTINGS.flatMap((settings) => PAYMENTS.map((count) => [count, settings] as const));

const expectBounded = (read: ReadonlyMap<string, number>, count: number) => {
  for (const [table, rows] of read) expect(rows, `rows read of ${table}`).toBeLessThanOrEqual(count * MOST_OF_A_ROW);
};

const ids = randomIds();

interface Shop {
  id: number;
  name: string;
  merchant_id: number;
}

const FIRST_SHOP = 'SELECT id, name, merchant_id FROM companies ORDER BY id LIMIT 1';

const ordersOf = (shop: Shop, count: number, first = 98_000_000_000) =>
  Array.from({ length: count }, (_, index) =>
    orderRows({ ids, merchantId: shop.merchant_id, company: shop, document: String(first + index), at: AT }),
  );

it.each(CASES)('%i orders at once, with %s', async (count, settings) => {
  const [shop] = (await filled.query<Shop>(FIRST_SHOP)) as [Shop];
  const read = await rowsRead(filled.url, settings, (tx) => insertOrders(tx, ordersOf(shop, count)));
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
        cause: { kind: 'approval', id: 1_000_000_000 + id, subject: paymentSubject(id), acquirer: 'sandbox' },
        journal: journalOf([
          { from: CLEARING, to: mainOf(company_id), amountCents: 100, availableAt: AT, tag: 'share', position: 0 },
        ]),
        postedAt: AT,
      })),
    );
  const read = await rowsRead(filled.url, settings, write);
  expect(read.get('ledger_entries')).toBeGreaterThanOrEqual(2 * count);
  expectBounded(read, count);
});

it('statements that were planned for empty tables read no more when the tables are large', async () => {
  const batches = 30;
  const size = 32;
  const gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  try {
    await openCompany(gateway);
    const [shop] = (await gateway.database.db.query<Shop>(FIRST_SHOP)) as [Shop];
    await gateway.database.db.query('ANALYZE');
    const read = await rowsRead(gateway.database.url, BATCH, async (tx) => {
      for (let batch = 0; batch < batches; batch++) {
        const stored = await insertOrders(tx, ordersOf(shop, size, 98_000_000_000 + batch * size));
        await issueOrders(
          tx,
          stored.map((payment) => issueOf(gateway, payment as Payment)),
        );
      }
    });
    expectBounded(read, batches * size);
  } finally {
    await gateway.close();
  }
});

function issueOf(gateway: TestGateway, payment: Payment): IssueRows {
  const issued = {
    transactionId: `tx-${payment.reference}`,
    endToEndId: null,
    provider: 'bank',
    pixQrCode: null,
    boleto: null,
  };
  const event = createdEventOf(gateway.vintem.deps, payment, payment.created_at);
  return { payment, issued, registration: null, event, answer: null };
}
