import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchWrites, type OrderWrites } from '../../../src/gateway/orders/batch-writes.ts';
import type { IssueRows, OrderRows } from '../../../src/gateway/orders/orders.sql.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { createdEventOf } from '../../../src/gateway/payments/tell-of-payments.ts';
import { openPool } from '../../../src/ground/db/pool.ts';
import type { KeyClaim } from '../../../src/ground/idempotency/keys.sql.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { orderRows } from '../../support/order-rows.ts';
import { expectSound } from '../../support/soundness.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';

/** Orders written together come to the same as orders written one by one: rows, answers, events and errors. */

let gateway: TestGateway;
let shops: { company: TestCompany; merchantId: number }[];
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  shops = await Promise.all(
    (['demo', 'partner'] as const).map(async (of) => {
      const company = await openCompany(gateway, { of });
      const [row] = await query<{ merchant_id: number }>('SELECT merchant_id FROM companies WHERE id = $1', [
        company.id,
      ]);
      const url = 'https://93.184.216.34/hook';
      expect((await gateway.post('/webhooks', { url, company_id: company.id }, company.session)).status).toBe(201);
      return { company, merchantId: row?.merchant_id as number };
    }),
  );
});
afterAll(() => gateway.close());

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);
const AT = Date.parse('2026-03-05T15:00:00.000Z');

interface Wish {
  shop: number;
  customer: number;
  key: number | null;
  /** A share that does not divide the payment, an amount that no column takes, a number that is taken. */
  poison: 'share' | 'amount' | 'number' | null;
  isUpdate: boolean;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  shop: fc.nat({ max: 1 }),
  customer: fc.nat({ max: 2 }),
  key: fc.option(fc.nat({ max: 2 })),
  poison: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('share', 'amount', 'number') },
  ),
  isUpdate: fc.boolean(),
});

let worlds = 0;
/** A world of its own: the same wishes with keys and customers that no other has. */
function rowsOf(wishes: readonly Wish[]): OrderRows[] {
  const world = ++worlds;
  return wishes.map((asked, index) => {
    const { company, merchantId } = shops[asked.shop] as (typeof shops)[number];
    const { ids } = gateway.vintem.deps;
    const at = new Date(AT + index);
    const claim: KeyClaim | undefined =
      asked.key === null
        ? undefined
        : {
            merchantId,
            key: `${world}-${asked.key}`,
            fingerprint: Buffer.from([index]),
            owner: ids.reference(),
            leasedUntil: at,
            now: at,
          };
    const document = String(10_000_000_000 + world * 10 + asked.customer);
    const rows = orderRows({
      ids,
      merchantId,
      company,
      document,
      at,
      name: `N${index}`,
      isUpdate: asked.isUpdate,
      claim,
    });
    if (asked.poison === 'share') (rows.shares[0] as { shareCents: number }).shareCents -= 1;
    if (asked.poison === 'amount') rows.payment.amount_cents = -1;
    if (asked.poison === 'number') rows.payment.order_number = takenNumber;
    return rows;
  });
}
let takenNumber = '';

const CODES = { share: '23514', amount: '23514', number: '23505' };

/** Stored, turned away for its key, or refused by the database. */
async function outcomeOf(storing: Promise<Payment | null>): Promise<Payment | 'taken' | { code: string }> {
  try {
    return (await storing) ?? 'taken';
  } catch (error) {
    return { code: (error as { code: string }).code };
  }
}

/** All that is stored of an order, without what differs by chance. */
async function storedOf({ payment: { reference } }: OrderRows) {
  return query(
    `SELECT p.status, p.amount_cents, p.customer_name, p.merchant_id, p.company_id,
       p.response_data_subacquirer_integration AS issued,
       (SELECT jsonb_agg(jsonb_build_array(s.position, s.company_id, s.share_cents, s.fee_cents))
        FROM payment_shares s WHERE s.payment_id = p.id) AS shares,
       (SELECT jsonb_agg(jsonb_build_array(e.kind, e.sequence, e.merchant_id, e.company_id,
          e.payload::jsonb - '{id,transaction_id,order_number,created_at}'::text[],
          e.payload::jsonb -> 'transaction_id' = to_jsonb(p.id),
          (SELECT count(*) FROM webhook_deliveries d WHERE d.event_id = e.id)))
        FROM events e WHERE e.subject_kind = 'payment' AND e.subject_id = p.id) AS events,
       (SELECT jsonb_agg(jsonb_build_array(k.fingerprint, k.response_status, k.response_body))
        FROM idempotency_keys k WHERE k.subject_kind = 'payment' AND k.subject_id = p.id) AS keys
     FROM payments p WHERE p.reference = $1`,
    [reference],
  );
}

async function issueOf(payment: Payment, { key }: OrderRows): Promise<IssueRows> {
  const issued = {
    transactionId: `tx of ${payment.customer_name}`,
    endToEndId: null,
    provider: 'bank',
    pixQrCode: null,
    boleto: null,
  };
  const answer = key && {
    merchant_id: key.merchant_id,
    key: key.key,
    owner: key.owner,
    work_id: payment.id,
    body: { name: payment.customer_name },
  };
  return {
    payment,
    issued,
    registration: null,
    event: createdEventOf(gateway.vintem.deps, payment, payment.created_at),
    answer,
  };
}

/** Stores and issues all wishes; `together` in whatever batches come about, else one after the other. */
async function perform(writes: OrderWrites, orders: readonly OrderRows[], isTogether: boolean) {
  const inTurn = async <Value>(works: readonly (() => Promise<Value>)[]): Promise<Value[]> => {
    if (isTogether) return Promise.all(works.map((work) => work()));
    const done: Value[] = [];
    for (const work of works) done.push(await work());
    return done;
  };
  const outcomes = await inTurn(orders.map((order) => () => outcomeOf(writes.store(order))));
  const issues = await Promise.all(
    outcomes.flatMap((outcome, index) =>
      outcome === 'taken' || 'code' in outcome ? [] : [issueOf(outcome, orders[index] as OrderRows)],
    ),
  );
  // Each twice: an answer that was lost is asked for again, and the second finds everything said.
  const issued = await inTurn([...issues, ...issues].map((issue) => () => writes.issue(issue)));
  return { outcomes, issued };
}

const writesOf = (size: number) => {
  const { db } = gateway.vintem.deps;
  return batchWrites(db, db, { maxItems: size });
};

describe('random groups of orders', () => {
  it('with poison among them give the same rows, answers, events and errors as one by one', async () => {
    const [first] = rowsOf([{ shop: 0, customer: 0, key: null, poison: null, isUpdate: true }]);
    takenNumber = ((await writesOf(1).store(first as OrderRows)) as Payment).order_number;
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 2, max: 8 }),
        async (wishes, size) => {
          const [together, alone] = [rowsOf(wishes), rowsOf(wishes)];
          const batched = await perform(writesOf(size), together, true);
          const single = await perform(writesOf(1), alone, false);
          for (const [index, asked] of wishes.entries()) {
            const outcome = batched.outcomes[index];
            if (asked.poison) {
              // Its key may have been taken before anybody looked at its figures.
              const isTaken = outcome === 'taken' && asked.key !== null;
              if (!isTaken) expect(outcome).toEqual({ code: CODES[asked.poison] });
              expect(await storedOf(together[index] as OrderRows)).toEqual([]);
            } else if (asked.key === null) {
              expect(await storedOf(together[index] as OrderRows)).toEqual(await storedOf(alone[index] as OrderRows));
            }
          }
          expect(await byKey(together, wishes)).toEqual(await byKey(alone, wishes));
          await expectCustomers(together, batched.outcomes);
          expect(batched.issued.filter(({ isAnswerKept }) => isAnswerKept)).toHaveLength(
            single.issued.filter(({ isAnswerKept }) => isAnswerKept).length,
          );
        },
      ),
      { numRuns: propertyRuns(8) },
    );
    await expectSound(gateway.database.db);
  });
});

/** Of several orders with one key one is stored, whichever it is: what is stored under each key, without who it was. */
async function byKey(orders: readonly OrderRows[], wishes: readonly Wish[]) {
  const kept = new Map<string, number>();
  for (const [index, order] of orders.entries()) {
    const { key, shop } = wishes[index] as Wish;
    if (key === null) continue;
    const [stored] = (await storedOf(order)) as { keys: unknown[]; events: unknown[] }[];
    if (!stored) continue;
    expect([stored.keys, stored.events]).toEqual([
      [[expect.anything(), 200, { name: order.customer.name }]],
      [expect.anything()],
    ]);
    kept.set(`${shop} ${key}`, (kept.get(`${shop} ${key}`) ?? 0) + 1);
  }
  return [...kept].sort();
}

/** One record for each customer with an order, with data of an order that is stored. */
async function expectCustomers(
  orders: readonly OrderRows[],
  outcomes: readonly (Payment | 'taken' | { code: string })[],
) {
  const stored = orders.filter(
    (_, index) => typeof outcomes[index] === 'object' && 'id' in (outcomes[index] as object),
  );
  const places = new Set(orders.map(({ customer }) => `${customer.merchant_id} ${customer.document}`));
  for (const place of places) {
    const own = stored.filter(({ customer }) => `${customer.merchant_id} ${customer.document}` === place);
    const [merchantId, document] = place.split(' ');
    const rows = await query<{ name: string }>('SELECT name FROM customers WHERE merchant_id = $1 AND document = $2', [
      merchantId,
      document,
    ]);
    expect(rows).toHaveLength(own.length > 0 ? 1 : 0);
    const updates = own.filter(({ customer }) => customer.is_update);
    const possible = (updates.length > 0 ? updates : own).map(({ customer }) => customer.name);
    if (rows[0]) expect(possible).toContain(rows[0].name);
  }
}

describe('a batch whose connection dies', () => {
  const dying = () =>
    openPool({ url: gateway.database.serviceUrl, max: 2, applicationName: 'vintem-dying', onError: () => {} });
  const wishes = (count: number): Wish[] =>
    Array.from({ length: count }, (_, key) => ({
      shop: key % 2,
      customer: key % 3,
      key,
      poison: null,
      isUpdate: true,
    }));

  it('before it is done stores nothing of any order, and the same keys work afterwards', async () => {
    const orders = rowsOf(wishes(6));
    const batchDb = dying();
    const blocker = await gateway.database.db.pool.connect();
    try {
      // The batch waits for a customer that somebody else is just writing, and is killed there.
      const { merchant_id, document } = (orders[5] as OrderRows).customer;
      await blocker.query('BEGIN');
      await blocker.query(
        `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
         VALUES ($1, $2, 'x', 'x', 'x', 'x', now(), now())`,
        [merchant_id, document],
      );
      const writes = batchWrites(gateway.vintem.deps.db, batchDb);
      const storing = Promise.allSettled(orders.map((order) => writes.store(order)));
      await killWhenWaiting();
      const outcomes = await storing;
      expect(outcomes.map(({ status }) => status)).toEqual(orders.map(() => 'rejected'));
      await blocker.query('ROLLBACK');
      for (const order of orders) expect(await storedOf(order)).toEqual([]);
      const again = await Promise.all(orders.map((order) => writes.store(order)));
      expect(again.map((payment) => payment?.reference)).toEqual(orders.map(({ payment }) => payment.reference));
    } finally {
      blocker.release();
      await batchDb.close();
    }
  });

  async function killWhenWaiting(): Promise<void> {
    await eventually(async () => {
      const killed = await query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'vintem-dying' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(killed.length, 'batches that wait').toBeGreaterThan(0);
    });
  }
});

it('what the acquirer issued is written into the row and into no index', async () => {
  const [order] = rowsOf([{ shop: 0, customer: 0, key: null, poison: null, isUpdate: true }]);
  const payment = (await writesOf(1).store(order as OrderRows)) as Payment;
  const client = await gateway.database.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `UPDATE payments SET response_data_subacquirer_integration = '{"transactionId": "tx"}' WHERE id = $1`,
      [payment.id],
    );
    const { rows } = await client.query(
      "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = 'payments'",
    );
    expect(rows).toEqual([{ n_tup_upd: 1, n_tup_hot_upd: 1 }]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(
    await query('SELECT payment_id FROM payment_acquirer_ids WHERE merchant_id = $1 AND acquirer_id = $2', [
      payment.merchant_id,
      'tx',
    ]),
  ).toEqual([{ payment_id: payment.id }]);
});
