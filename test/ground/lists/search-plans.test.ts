import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { listOwnEntries } from '../../../src/books/ledger/statement/statement.sql.ts';
import { findRetryOf } from '../../../src/gateway/payments/payments.sql.ts';
import { findRefundOfMerchant, searchRefundsOfMerchant } from '../../../src/gateway/refunds/refund-list.sql.ts';
import type { PaymentSearch } from '../../../src/gateway/transactions/search.rules.ts';
import {
  listPaymentIdsOfMerchant,
  listPaymentsOfMerchant,
  searchPaymentsOfMerchant,
} from '../../../src/gateway/transactions/search.sql.ts';
import { readSearchTerm } from '../../../src/gateway/transactions/search-term.rules.ts';
import type { Tx } from '../../../src/ground/db/transaction.ts';
import { COUNTED_AT_MOST } from '../../../src/ground/lists/page.sql.ts';
import { paymentSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { listEventsOfSubject } from '../../../src/news/events/events.sql.ts';
import { listDeliveriesOfEvents } from '../../../src/news/webhooks/deliveries/delivery-log.sql.ts';
import {
  expectIndexed,
  FILL_TIMEOUT_MS,
  type FilledDatabase,
  MIDDLE,
  openFilledDatabase,
  type PlanLimits,
} from '../../support/plans.ts';

/** What lists can be searched by, on many payments: by index, and never further than they are counted. */

let filled: FilledDatabase;
let payment: { id: number; order_number: string; customer_document: string; customer_email: string; created_at: Date };
beforeAll(async () => {
  filled = await openFilledDatabase();
  // One order in fifty has an id of the merchant's, one in a hundred came by a link, and a few are refunded in part.
  await filled.query(
    `UPDATE payments SET external_id = CASE WHEN id % 50 = 0 THEN 'P-' || id % 20000 END,
       payment_link_id = CASE WHEN id % 100 = 2 THEN 'pl_' || id % 7 END,
       retry_of = CASE WHEN id % 100 = 4 THEN id - 2 END, retry_root = CASE WHEN id % 100 = 4 THEN id - 2 END
     WHERE id % 50 = 0 OR id % 100 IN (2, 4)`,
  );
  await filled.query('UPDATE payments SET refunding_cents = 0, refunded_cents = 1 WHERE status = 2 AND id % 250 = 8');
  await filled.query("UPDATE payments SET order_number = '20260310-ABCDEFGHJK' WHERE id = $1", [MIDDLE]);
  await filled.query('VACUUM ANALYZE payments');
  [payment] = (await filled.query<typeof payment>(
    'SELECT id, order_number, customer_document, customer_email, created_at FROM payments WHERE id = $1',
    [MIDDLE],
  )) as [typeof payment];
}, FILL_TIMEOUT_MS);
afterAll(() => filled.close());

const LARGE = 1;
const SMALL = 7;
const PAGING = { page: 1, limit: 100, orderBy: 'created_at', direction: 'DESC' } as const;
const find = (tx: Tx, merchantId: number, filter: Partial<PaymentSearch>) =>
  searchPaymentsOfMerchant(tx, merchantId, { ...PAGING, ...filter });
const meant = (text: string) => ({ q: readSearchTerm(text, 'q') });
const DAY_MS = 86_400_000;

/** Counted as far as it is, and brought into the order of the list. */
const COUNTED = { read: 3 * COUNTED_AT_MOST, sorted: COUNTED_AT_MOST + 1 };
/** What is found in an index of its own is brought into the order of the list. */
const FOUND = { read: 6_000, sorted: 2_500 };

/** Planned for any name at all, the merchant's names are read through in their index, to count and to find. */
const OF_ANY_NAME = { read: 11_000 };

type Case = [name: string, indexes: string[], work: (tx: Tx) => Promise<unknown>, limits?: PlanLimits];

describe('by index, and no further than it is counted', () => {
  const cases: Case[] = [
    ['an id', ['payments_pkey'], (tx) => find(tx, LARGE, meant(String(MIDDLE)))],
    ['an order number', ['payments_order_number_key'], (tx) => find(tx, LARGE, meant(payment.order_number))],
    ['an external id', ['payments_by_external_id'], (tx) => find(tx, LARGE, meant('P-10000'))],
    ['an external id as a filter', ['payments_by_external_id'], (tx) => find(tx, LARGE, { external_id: 'P-10000' })],
    ['a document', ['payments_by_customer'], (tx) => find(tx, LARGE, meant(payment.customer_document))],
    [
      'an e-mail',
      ['payments_by_customer', 'customers_by_email'],
      (tx) => find(tx, LARGE, meant(payment.customer_email)),
    ],
    [
      'a name that one customer has',
      ['payments_by_customer'],
      (tx) => find(tx, LARGE, meant('Maria da Silva 1234')),
      OF_ANY_NAME,
    ],
    ['a name that everybody has', [], (tx) => find(tx, LARGE, meant('maria')), COUNTED],
    ['a name that nobody has', [], (tx) => find(tx, LARGE, meant('zuleica')), OF_ANY_NAME],
    ['a link', ['payments_by_link'], (tx) => find(tx, LARGE, { payment_link_id: 'pl_3' }), FOUND],
    [
      'a day of payments',
      ['payments_by_payment'],
      (tx) =>
        find(tx, LARGE, {
          paidAtStart: new Date(payment.created_at.getTime() - DAY_MS),
          paidAtEnd: payment.created_at,
        }),
      FOUND,
    ],
    ['what is refunded in part', ['payments_partly_refunded'], (tx) => find(tx, LARGE, { refunded: 'partial' }), FOUND],
    ['what is refunded whole', ['payments_by_status'], (tx) => find(tx, LARGE, { refunded: 'full' })],
    ['what is not refunded', ['payments_partly_refunded'], (tx) => find(tx, LARGE, { refunded: 'none' })],
    [
      'the ids of a file',
      ['payments_by_customer'],
      (tx) => listPaymentIdsOfMerchant(tx, LARGE, { ...PAGING, ...meant(payment.customer_document) }, 50_000),
    ],
    ['a chunk of a file', ['payments_pkey'], (tx) => listPaymentsOfMerchant(tx, LARGE, [1, 2, MIDDLE])],
    ['refunds', ['refunds_by_merchant'], (tx) => searchRefundsOfMerchant(tx, LARGE, PAGING), COUNTED],
    [
      'refunds under way',
      ['refunds_by_merchant'],
      (tx) => searchRefundsOfMerchant(tx, LARGE, { ...PAGING, status: 'PROCESSING' }),
      COUNTED,
    ],
    [
      'refunds of a company and a period',
      ['refunds_by_merchant'],
      (tx) => searchRefundsOfMerchant(tx, SMALL, { ...PAGING, company_id: SMALL, createdAtEnd: payment.created_at }),
    ],
    ['a refund', ['refunds_pkey'], (tx) => findRefundOfMerchant(tx, LARGE, 26)],
    ['who tried a payment again', ['payments_by_retry'], (tx) => findRetryOf(tx, MIDDLE + 2)],
    [
      'the events of a payment',
      ['events_numbered_by_subject'],
      (tx) => listEventsOfSubject(tx, paymentSubject(MIDDLE), 'DESC', PAGING),
    ],
    [
      'deliveries of events',
      ['webhook_deliveries_once', 'webhook_deliveries_resends'],
      (tx) => listDeliveriesOfEvents(tx, ['evt_x', 'evt_y']),
    ],
    [
      'the entries of a payment',
      ['ledger_journals_by_subject'],
      (tx) => listOwnEntries(tx, paymentSubject(MIDDLE), [1, 2], PAGING),
    ],
  ];
  test.each(cases)('%s', async (_name, indexes, work, limits) => {
    expectIndexed(await filled.explain(work), indexes, limits);
  });
});

it('a total that is too large to count says so, and its last page can be read', async () => {
  const search = { ...PAGING, q: readSearchTerm('maria', 'q') };
  const db = { query: filled.query } as Tx;
  const first = await searchPaymentsOfMerchant(db, LARGE, search);
  expect([first.total, first.isTotalMinimum, first.rows.length]).toEqual([COUNTED_AT_MOST, true, 100]);
  const last = await searchPaymentsOfMerchant(db, LARGE, { ...search, page: COUNTED_AT_MOST / 100 });
  expect(last.rows).toHaveLength(100);
  expect((last.rows[0] as { created_at: Date }).created_at < (first.rows[99] as { created_at: Date }).created_at).toBe(
    true,
  );
  const beyond = await searchPaymentsOfMerchant(db, LARGE, { ...search, page: COUNTED_AT_MOST / 100 + 1 });
  expect(beyond).toMatchObject({ rows: [], total: COUNTED_AT_MOST });
  const few = await searchPaymentsOfMerchant(db, SMALL, search);
  expect([few.total > 100, few.isTotalMinimum]).toEqual([true, false]);
});

it('a file has no more rows than it may have', async () => {
  const db = { query: filled.query } as Tx;
  const all = (atMost: number) => listPaymentIdsOfMerchant(db, SMALL, PAGING, atMost);
  const ids = (await all(50_000)) as number[];
  expect(await all(ids.length)).toEqual(ids);
  expect(await all(ids.length - 1)).toBeNull();
});
