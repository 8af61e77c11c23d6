import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, createPayment, openCompany, order, type TestCompany } from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';
import { type OwnCluster, startOwnCluster } from '../../support/processes/own-cluster.ts';

/** A transaction that has drawn its identity early and is seen late, because its commits take their time. */
let cluster: OwnCluster;
let gateway: TestGateway;
let shop: TestCompany;
let holder: pg.Client;
let slow: pg.Client;
let firstId: number;
beforeAll(async () => {
  cluster = await startOwnCluster(undefined, { fsync: 'on', commit_delay: '20000', commit_siblings: '0' });
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, cluster.database);
  shop = await openCompany(gateway);
  firstId = await createPayment(gateway, shop, 10_000);
  [holder, slow] = [cluster.database.url, cluster.database.url].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), slow.connect()]);
});
afterAll(async () => {
  await Promise.all([holder?.end(), slow?.end()]);
  await gateway?.close();
  await cluster?.stop();
});

const seal = () => sealBooks(gateway.vintem.deps);
const nextDay = () => advance(gateway, 86_400);
const waiting = () =>
  cluster.database.db.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );

/** An order as it is written where the plan draws the identity before it stores the customer. */
async function drawIdentity(): Promise<number> {
  await slow.query('BEGIN');
  const { rows } = await slow.query(
    "SELECT nextval('payments_id_seq')::float8 AS id, pg_current_xact_id_if_assigned()",
  );
  // One in 32 draws is logged, and so has a transaction number.
  if (rows[0].pg_current_xact_id_if_assigned === null) return rows[0].id;
  await slow.query('ROLLBACK');
  return drawIdentity();
}

async function storeOrder(id: number): Promise<void> {
  await slow.query(
    `INSERT INTO payments (id, merchant_id, company_id, customer_id, order_number, reference, public_token,
       payment_type, installments, amount_cents, customer_name, customer_email, customer_document, customer_phone,
       items, shipping, metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents,
       fee_on_refund)
     OVERRIDING SYSTEM VALUE
     SELECT $1::bigint, merchant_id, company_id, customer_id, 'slow-' || $1::bigint, 'slow-' || $1::bigint,
       'slow-' || $1::bigint, payment_type,
       installments, amount_cents, customer_name, customer_email, customer_document, customer_phone, items, shipping,
       metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents, fee_on_refund
     FROM payments WHERE id = $2`,
    [id, firstId],
  );
  await slow.query("INSERT INTO payment_checks (payment_id, next_check_at) VALUES ($1, now() + interval '1 year')", [
    id,
  ]);
  await slow.query(
    `INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, charge_fee,
       discount_gross_amount, share_cents, fee_cents)
     SELECT $1::bigint, position, company_id, company_name, source, merchant_type, charge_fee, discount_gross_amount,
       share_cents, fee_cents FROM payment_shares WHERE payment_id = $2`,
    [id, firstId],
  );
  await slow.query('COMMIT');
}

it('whoever has drawn an identity and waits for a row has no transaction number yet, and breaks no seal', async () => {
  for (let round = 0; round < 10; round++) {
    await nextDay();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM customers FOR UPDATE');
    const id = await drawIdentity();
    const stored = slow.query('SELECT FROM customers FOR UPDATE');
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    const customer = { ...orderOf(1).customer, document: String(10_000_000_000 + round) };
    expect((await order(gateway, shop, 10_000, { customer })).status).toBe(200);
    // A seal that waits for others has begun to do so by then.
    const sealed = seal();
    await Promise.race([sealed, pause(500)]);
    await holder.query('COMMIT');
    await stored;
    await sealed;
    await nextDay();
    await seal();
    await storeOrder(id);
    await expectCleanBooks(cluster.database.db);
  }
  await nextDay();
  await seal();
  const [counted] = await cluster.database.db.query<{ sealed: number; stored: number }>(
    `SELECT (SELECT sum(row_count)::bigint FROM seal_parts WHERE subject = 'payments') AS sealed,
       (SELECT count(*) FROM payments) AS stored`,
  );
  // All of them are in some seal, none in two.
  expect(counted).toEqual({ sealed: 21, stored: 21 });
}, 120_000);
