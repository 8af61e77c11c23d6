import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertOrders, type OrderRows } from '../../../src/gateway/orders/orders.sql.ts';
import { FIRST_CHECK_AFTER_MS } from '../../../src/gateway/payments/checks/check-schedule.rules.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import type { KeyClaim } from '../../../src/ground/idempotency/keys.sql.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { orderRows } from '../../support/order-rows.ts';

/** The one statement that stores orders takes several of them. */

let gateway: TestGateway;
let shop: TestCompany;
let merchantId: number;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  shop = await openCompany(gateway);
  const [row] = await query<{ merchant_id: number }>('SELECT merchant_id FROM companies WHERE id = $1', [shop.id]);
  merchantId = (row as { merchant_id: number }).merchant_id;
});
afterAll(() => gateway.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const AT = new Date('2026-03-05T15:00:00.123Z');
let document: string;
let made = 0;
beforeEach(() => {
  document = String(10_000_000_000 + ++made);
});

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);
const insert = (...orders: OrderRows[]) => withTransaction(gateway.vintem.deps.db, (tx) => insertOrders(tx, orders));

interface Wanted {
  name?: string;
  isUpdate?: boolean;
  claim?: KeyClaim;
  retryOf?: number;
}

const rows = (wanted: Wanted = {}) =>
  orderRows({ ids: gateway.vintem.deps.ids, merchantId, company: shop, document, at: AT, ...wanted });

function claim(key: string, now = AT): KeyClaim {
  const { ids } = gateway.vintem.deps;
  return { merchantId, key, fingerprint: Buffer.from([0, 255, 92]), owner: ids.reference(), leasedUntil: now, now };
}

const customers = () => query('SELECT name, name_folded FROM customers WHERE document = $1', [document]);
const holderOf = async (key: string) =>
  (await query<{ subject_id: number }>('SELECT * FROM idempotency_keys WHERE key = $1', [key]))[0];

it('stores every value as it was given, in the order in which the orders came', async () => {
  const orders = [rows({ name: 'Ana' }), rows({ name: 'Bia', claim: claim('as-given') }), rows({ name: 'Caio' })];
  const stored = await insert(...orders);
  for (const [index, { payment, shares }] of orders.entries()) {
    const { acquirer: _, ...asked } = payment;
    expect(stored[index]).toMatchObject({ ...asked, status: 1, refunded_cents: 0 });
    const kept = await query(
      'SELECT company_id, share_cents, fee_cents, source FROM payment_shares WHERE payment_id = $1',
      [stored[index]?.id],
    );
    expect(kept).toEqual([{ company_id: shop.id, share_cents: shares[0]?.shareCents, fee_cents: 35, source: 'owner' }]);
    const checks = await query('SELECT next_check_at, checks_done FROM payment_checks WHERE payment_id = $1', [
      stored[index]?.id,
    ]);
    expect(checks).toEqual([{ next_check_at: new Date(AT.getTime() + FIRST_CHECK_AFTER_MS), checks_done: 0 }]);
  }
  expect(await holderOf('as-given')).toMatchObject({
    subject_kind: 'payment',
    subject_id: stored[1]?.id,
    fingerprint: Buffer.from([0, 255, 92]),
    created_at: AT,
  });
  expect(new Set(stored.map((payment) => payment?.customer_id)).size).toBe(1);
});

it('a key that is taken keeps its order out, customer and shares too, and no other', async () => {
  const [first] = await insert(rows({ claim: claim('taken') }));
  const late = rows({ name: 'Late', claim: claim('taken') });
  const stored = await insert(rows({ claim: claim('free') }), late, rows());
  expect(stored.map((payment) => payment !== null)).toEqual([true, false, true]);
  expect(await customers()).toEqual([{ name: 'Ana', name_folded: 'ana' }]);
  expect(await query('SELECT id FROM payments WHERE reference = $1', [late.payment.reference])).toEqual([]);
  expect([(await holderOf('taken'))?.subject_id, (await holderOf('free'))?.subject_id]).toEqual([
    first?.id,
    stored[0]?.id,
  ]);
});

it('of two orders with one key, one is stored', async () => {
  const stored = await insert(rows({ claim: claim('twice') }), rows({ claim: claim('twice') }));
  const kept = stored.filter((payment) => payment !== null);
  expect(kept.map(({ id }) => id)).toEqual([(await holderOf('twice'))?.subject_id]);
});

it('a key is free again after a day, and not a millisecond before', async () => {
  await insert(rows({ claim: claim('aged') }));
  expect(await insert(rows({ claim: claim('aged', new Date(AT.getTime() + DAY_MS - 1)) }))).toEqual([null]);
  const [again] = await insert(rows({ claim: claim('aged', new Date(AT.getTime() + DAY_MS)) }));
  expect((await holderOf('aged'))?.subject_id).toBe(again?.id);
});

it('a customer is written once by all of its orders; old data never replace newer', async () => {
  await insert(rows({ name: 'Old', isUpdate: false }), rows({ name: 'New' }), rows({ name: 'Older', isUpdate: false }));
  expect(await customers()).toEqual([{ name: 'New', name_folded: 'new' }]);
  await insert(rows({ name: 'Old', isUpdate: false }));
  expect(await customers()).toEqual([{ name: 'New', name_folded: 'new' }]);
  await insert(rows({ name: 'Newest' }));
  expect(await customers()).toEqual([{ name: 'Newest', name_folded: 'newest' }]);
});

it('a statement that fails stores nothing of any order', async () => {
  const [failed] = await insert(rows());
  const retry = (key: string) => rows({ name: 'Bia', retryOf: failed?.id as number, claim: claim(key) });
  const orders = [rows({ name: 'Bia' }), retry('fails-1'), retry('fails-2')];
  await expect(insert(...orders)).rejects.toMatchObject({ constraint: 'payments_one_live_retry' });
  expect(await customers()).toEqual([{ name: 'Ana', name_folded: 'ana' }]);
  expect([await holderOf('fails-1'), await holderOf('fails-2')]).toEqual([undefined, undefined]);
});

it('statements with the same customers and keys, the other way round, do not stop one another', async () => {
  const [one, other] = [document, String(10_000_000_000 + ++made)];
  const order = (whose: string, key: string) => {
    document = whose;
    return rows({ claim: claim(key) });
  };
  const batches = Array.from({ length: 20 }, (_, number) => {
    const orders = [order(one, `a-${number % 10}`), order(other, `b-${number % 10}`)];
    return insert(...(number % 2 === 0 ? orders : orders.reverse()));
  });
  const stored = (await Promise.all(batches)).flat().filter((payment) => payment !== null);
  expect(stored).toHaveLength(20);
});
