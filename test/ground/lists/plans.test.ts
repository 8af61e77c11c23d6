import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldPaymentDays, readPaymentDays } from '../../../src/books/reports/payment-days.sql.ts';
import { readPaymentHours } from '../../../src/books/reports/payment-hours.sql.ts';
import { foldCustomerCounts } from '../../../src/gateway/customers/customer-counts.sql.ts';
import { searchCustomersOfMerchant } from '../../../src/gateway/customers/customers.sql.ts';
import { readCustomerTotals } from '../../../src/gateway/payments/by-customer/customer-totals.sql.ts';
import { foldPaymentCounts } from '../../../src/gateway/payments/payment-counts.sql.ts';
import {
  listPayoutIdsOfMerchant,
  searchPayoutsOfMerchant,
} from '../../../src/gateway/payouts/interface/payout-list.sql.ts';
import type { PaymentSearch } from '../../../src/gateway/transactions/search.rules.ts';
import { searchPaymentsOfMerchant } from '../../../src/gateway/transactions/search.sql.ts';
import { type Db, openPool } from '../../../src/ground/db/pool.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { listEventsOfMerchant } from '../../../src/news/events/feed.sql.ts';
import { START_OF_FEED } from '../../../src/news/events/feed-cursor.rules.ts';
import { listDeliveries } from '../../../src/news/webhooks/deliveries/delivery-log.sql.ts';
import { listEndpointsOfMerchant } from '../../../src/news/webhooks/endpoints/endpoints.sql.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addMerchant, addPayments, type Merchant } from '../../support/many-payments.ts';

/**
 * How PostgreSQL goes about every list when there is much: by an index, in its order, and never through a whole table.
 */

const MANY = 25_000;
/**
 * Written by one statement: a longer one would hold up the feeds of other tests on this server, which give out
 * nothing above it.
 */
const CHUNK = 5_000;
const PAGE = 10;
let database: TestDatabase;
let merchant: Merchant;
let endpointId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = openPool({
    url: database.url,
    max: 1,
    applicationName: 'vintem-test',
    onError: () => {},
    isPatient: true,
  });
  merchant = await addMerchant(db, 3);
  for (let chunk = 0; chunk < MANY / CHUNK; chunk++) await addPayments(db, merchant, CHUNK);
  for (let other = 0; other < 4; other++) await addPayments(db, await addMerchant(db, 3), CHUNK);
  await inChunks(
    db,
    merchant.id,
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT $1 + n % 5, 'd' || n, 'N', md5(n::text), n || '@example.com', '', '2026-01-02', '2026-01-02'
     FROM generate_series($2::bigint, $3) n`,
  );
  // What follows counts nothing, and is right by construction: triggers and foreign keys would take most of the time.
  await db.query('SET session_replication_role = replica');
  await inChunks(
    db,
    merchant.id,
    `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
     SELECT 'evt_' || n, $1 + n % 5, 'webhook.test', '{}', '2026-01-01' FROM generate_series($2::bigint, $3) n`,
  );
  const endpoints = await db.query<{ id: number }>(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     SELECT $1::bigint + n % 5, 'https://example.com', '{payment.created}', '', '2026-01-01', '2026-01-01'
     FROM generate_series(1, 10000) n RETURNING id`,
    [merchant.id],
  );
  endpointId = (endpoints[0] as { id: number }).id;
  await inChunks(
    db,
    endpointId,
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, status, created_at)
     SELECT 'evt_' || n, $1 + n % 5, 'DELIVERED', '2026-01-01' FROM generate_series($2::bigint, $3) n`,
  );
  const destination = `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed,
      fingerprint, created_at, created_by, usable_at)
    SELECT merchant_id, id, 'pix_key', 'email', '{}', '', '', '2026-01-01', '', '2026-01-01' FROM companies`;
  await db.query(destination);
  await inChunks(
    db,
    merchant.id,
    `INSERT INTO payouts (merchant_id, company_id, destination_id, origin, acquirer, reference, amount_cents, fee_cents,
       status, requested_at, requested_by, settled_at)
     SELECT d.merchant_id, d.company_id, d.id, 'request', 'sandbox', n, 100, 0, drawn.status,
       timestamptz '2026-01-01' + n / 3 * interval '1 minute', '',
       CASE WHEN drawn.status <> 'REQUESTED' THEN timestamptz '2026-01-02' END
     FROM generate_series($2::bigint, $3) n,
       LATERAL (SELECT CASE WHEN n % 100 < 90 THEN 'PAID' WHEN n % 1000 < 999 THEN 'FAILED' ELSE 'REQUESTED' END)
         drawn (status),
       LATERAL (SELECT d.* FROM payout_destinations d WHERE d.merchant_id = $1 + n % 5 ORDER BY d.id OFFSET n / 5 % 3
         LIMIT 1) d`,
  );
  await db.query('RESET session_replication_role');
  await workInChunks(db, foldPaymentCounts);
  await workInChunks(db, foldCustomerCounts);
  await workInChunks(db, foldPaymentDays);
  await db.query('VACUUM ANALYZE');
  await db.close();
});
afterAll(() => database.drop());

async function inChunks(db: Db, first: number, sql: string): Promise<void> {
  for (let from = 1; from <= MANY; from += CHUNK) await db.query(sql, [first, from, from + CHUNK - 1]);
}

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Node[];
}

/** Every step of the plan of the statement that `ask` sends. */
async function stepsOf(ask: (db: Db) => Promise<unknown>): Promise<Node[]> {
  let plan: Node | undefined;
  await ask({
    async query<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      const [row] = await database.db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) ${sql}`, params);
      plan = row?.['QUERY PLAN'][0].Plan;
      return [];
    },
  });
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return flatten(plan as Node);
}

/** Whole tables may be read where they hold a handful of rows. */
const SMALL = 200;

function expectNoTableReadThrough(steps: readonly Node[]): void {
  expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Plan Rows'] > SMALL)).toEqual([]);
}

function expectSound(steps: readonly Node[]): void {
  expectNoTableReadThrough(steps);
  for (const step of steps.filter((step) => /Sort/.test(step['Node Type']))) {
    expect(step.Plans?.[0]?.['Plan Rows'], step['Node Type']).toBeLessThanOrEqual(PAGE);
  }
}
const walkedIn = (steps: readonly Node[], table: string) =>
  steps
    .filter((step) => step['Node Type'] === 'Index Only Scan' && step['Relation Name'] === table)
    .map((step) => step['Index Name']);

const INDEX_OF = {
  created_at: 'payments_by_created',
  updated_at: 'payments_by_last_change',
  amount: 'payments_by_amount',
} as const;
const ORDERS = (['created_at', 'updated_at', 'amount'] as const).flatMap((orderBy) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ orderBy, direction })),
);
type Filter = Partial<Pick<PaymentSearch, 'status' | 'type' | 'company_id'>>;
const filters = (): Filter[] => {
  const company_id = merchant.companies[0] as number;
  return [
    {},
    { status: [2] },
    { status: [2, 3] },
    { type: 'pix' },
    { type: 'invoice' },
    { company_id },
    { company_id, status: [2] },
    { company_id, status: [2, 3], type: 'pix' },
  ];
};

describe.each(ORDERS)('payments by $orderBy $direction', ({ orderBy, direction }) => {
  it.each([1, 2_000])(
    'are found on page %i in one index, in its order, whatever the company, status and type',
    async (page) => {
      for (const filter of filters()) {
        const search = { page, limit: PAGE, orderBy, direction, ...filter };
        const steps = await stepsOf((db) => searchPaymentsOfMerchant(db, merchant.id, search));
        expectSound(steps);
        const indexes = new Set(walkedIn(steps, 'payments'));
        const byFilter = orderBy === 'created_at' ? ['payments_by_status', 'payments_by_company'] : [];
        expect(
          [...indexes].every((index) => [INDEX_OF[orderBy], ...byFilter].includes(index ?? '')),
          JSON.stringify([...indexes]),
        ).toBe(true);
        expect(indexes.size, JSON.stringify(filter)).toBeGreaterThan(0);
        // Rows are fetched by id, and nothing is counted.
        const others = steps.filter(
          (step) => step['Relation Name'] === 'payments' && step['Node Type'] !== 'Index Only Scan',
        );
        expect(others.map((step) => step['Index Name'])).toEqual(['payments_pkey']);
      }
    },
  );
});

it('payments of a rare status, or of a customer, are found by an index of their own', async () => {
  const paging = { page: 1, limit: PAGE, orderBy: 'created_at', direction: 'ASC' } as const;
  const ofStatus = await stepsOf((db) => searchPaymentsOfMerchant(db, merchant.id, { ...paging, status: [4] }));
  expect(walkedIn(ofStatus, 'payments')).toEqual(['payments_by_status']);
  const ofCustomer = await stepsOf((db) => searchPaymentsOfMerchant(db, merchant.id, { ...paging, customer_id: 1 }));
  expect(ofCustomer.map((step) => step['Index Name'])).toContain('payments_by_customer');
  for (const steps of [ofStatus, ofCustomer]) expectNoTableReadThrough(steps);
});

it.each(['created_at', 'name', 'email'] as const)(
  'customers by %s are found in one index, and not counted',
  async (orderBy) => {
    for (const page of [1, 700]) {
      const paging = { page, limit: PAGE, orderBy, direction: 'DESC' } as const;
      const steps = await stepsOf((db) => searchCustomersOfMerchant(db, merchant.id, paging));
      expectSound(steps);
      expect(new Set(walkedIn(steps, 'customers'))).toEqual(new Set([`customers_by_${orderBy.replace('_at', '')}`]));
    }
  },
);

it.each([1, 700])('other lists read their own rows, on page %i', async (page) => {
  const paging = { page, limit: PAGE, direction: 'DESC' } as const;
  const deliveries = await stepsOf((db) => listDeliveries(db, endpointId, {}, paging));
  expectSound(deliveries);
  expect(walkedIn(deliveries, 'webhook_deliveries')).toContain('webhook_deliveries_pkey');
  expectSound(await stepsOf((db) => listEndpointsOfMerchant(db, merchant.id, paging)));
  const feed = await stepsOf((db) =>
    listEventsOfMerchant(db, merchant.id, { after: START_OF_FEED, direction: 'ASC', limit: PAGE }),
  );
  expectSound(feed);
  expect(feed.map((step) => step['Index Name'])).toContain('events_feed');
});

it.each([1, 300])('payouts on page %i are found in an index in their order, and their rows by id', async (page) => {
  const company_id = merchant.companies[0] as number;
  const period = { createdAtStart: new Date('2026-01-02'), createdAtEnd: new Date('2026-01-04') };
  for (const direction of ['ASC', 'DESC'] as const)
    for (const filter of [{}, { status: 'PAID' as const }, { company_id }, { company_id, status: 'FAILED' as const }]) {
      const search = { page, limit: PAGE, direction, ...filter };
      for (const asked of [search, { ...search, ...period }]) {
        const steps = await stepsOf((db) => searchPayoutsOfMerchant(db, merchant.id, asked));
        expectNoTableReadThrough(steps);
        const indexes = new Set(walkedIn(steps, 'payouts'));
        expect([...indexes], JSON.stringify(asked)).toEqual(['payouts_by_merchant']);
        const others = steps.filter(
          (step) => step['Relation Name'] === 'payouts' && step['Node Type'] !== 'Index Only Scan',
        );
        expect(others.map((step) => step['Index Name'])).toEqual(['payouts_pkey']);
      }
    }
});

it('payouts for a file are found in the same index', async () => {
  const search = { page: 1, limit: PAGE, direction: 'DESC' } as const;
  const steps = await stepsOf((db) => listPayoutIdsOfMerchant(db, merchant.id, search, 10_000));
  expect(steps.map((step) => step['Index Name'] ?? step['Node Type'])).toEqual(['Limit', 'payouts_by_merchant']);
});

it('the totals of a customer come from the latest of its own payments', async () => {
  const steps = await stepsOf((db) => readCustomerTotals(db, merchant.id, 1));
  expectNoTableReadThrough(steps);
  expect(walkedIn(steps, 'payments')).toEqual(['payments_by_customer']);
  expect(steps.filter((step) => /Sort/.test(step['Node Type']))).toEqual([]);
});

it.each(['created', 'paid'] as const)(
  'reports by the day %s read days, and hours the payments of those days',
  async (basis) => {
    const scope = { merchantId: merchant.id, basis, companyId: undefined, paymentType: undefined };
    const days = await stepsOf((db) => readPaymentDays(db, { ...scope, from: '2026-01-01', to: '2026-12-31' }));
    expectNoTableReadThrough(days);
    expect(new Set(days.flatMap((step) => step['Relation Name'] ?? []))).toEqual(
      new Set(['payment_days', 'payment_day_deltas']),
    );
    const [from, to] = [new Date('2026-01-30T03:00:00Z'), new Date('2026-01-31T02:59:59Z')];
    const hours = await stepsOf((db) => readPaymentHours(db, { ...scope, from, to }));
    expectNoTableReadThrough(hours);
    const index = basis === 'created' ? 'payments_by_created' : 'payments_by_payment';
    expect(hours.flatMap((step) => step['Index Name'] ?? [])).toEqual([index]);
  },
);
