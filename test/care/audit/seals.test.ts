import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../../src/care/audit/audit-ledger.ts';
import { hashOfSeal } from '../../../src/care/audit/compute-seal.ts';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { findLatestSeal, insertSeal, listSealParts } from '../../../src/care/audit/seals.sql.ts';
import { addDays } from '../../../src/ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { corrupt } from '../../support/corrupt.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, createPayment, openCompany, type TestCompany } from '../../support/money.ts';
import { type OwnCluster, startOwnCluster } from '../../support/processes/own-cluster.ts';

/**
 * When the books are sealed, and that only a change of sealed rows breaks a seal. There is no background work here, and
 * nobody else in the cluster: a transaction in any of its databases holds a seal back.
 */
let cluster: OwnCluster;
let gateway: TestGateway;
let shop: TestCompany;
let intruder: pg.Client;
beforeAll(async () => {
  cluster = await startOwnCluster();
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, cluster.database);
  shop = await openCompany(gateway);
  intruder = new pg.Client({ connectionString: gateway.database.url });
  await intruder.connect();
});
afterAll(async () => {
  await intruder?.end();
  await gateway?.close();
  await cluster?.stop();
});

interface StoredSeal {
  number: number;
  day: string;
  payments: number;
}

const seals = () =>
  gateway.database.db.query<StoredSeal>(`SELECT s.number, s.day, p.row_count AS payments FROM seals s
    JOIN seal_parts p ON p.seal_number = s.number AND p.subject = 'payments' ORDER BY s.number`);
const nextDay = () => advance(gateway, 86_400);
const seal = () => sealBooks(gateway.vintem.deps);

it('an old database begins at its first seal, which holds all there is; a day is sealed once, by whoever comes first', async () => {
  await createPayment(gateway, shop, 10_000);
  await Promise.all([seal(), seal(), seal()]);
  await seal();
  expect(await seals()).toMatchObject([{ number: 1, payments: 1 }]);
  await createPayment(gateway, shop, 10_000);
  await createPayment(gateway, shop, 10_000);
  await nextDay();
  await seal();
  expect(await seals()).toMatchObject([
    { number: 1, payments: 1 },
    { number: 2, payments: 2 },
  ]);
  await expectCleanBooks(gateway.database.db);
});

it('leaves what is being written to the next seal: what comes late is no finding', async () => {
  await nextDay();
  const before = await seals();
  await intruder.query('BEGIN');
  // One order is written slowly, while a later one is already stored.
  await intruder.query(
    `INSERT INTO payments (merchant_id, company_id, customer_id, order_number, reference, public_token, payment_type,
       installments, amount_cents, customer_name, customer_email, customer_document, customer_phone, items, shipping,
       metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents, fee_on_refund)
     SELECT merchant_id, company_id, customer_id, 'slow', 'slow', 'slow', payment_type,
       installments, amount_cents, customer_name, customer_email, customer_document, customer_phone, items, shipping,
       metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents, fee_on_refund
     FROM payments ORDER BY id LIMIT 1`,
  );
  await intruder.query(
    `INSERT INTO payment_checks (payment_id, next_check_at)
     SELECT id, now() + interval '1 year' FROM payments WHERE order_number = 'slow'`,
  );
  await createPayment(gateway, shop, 10_000);
  await seal();
  // The later one was written by a transaction above the slow one, which still runs.
  expect((await seals()).at(-1)).toMatchObject({ number: before.length + 1, payments: 0 });
  await intruder.query(
    `INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, charge_fee,
       discount_gross_amount, share_cents, fee_cents)
     SELECT id, 0, company_id, 'Loja', 'owner', 'PRIMARY', true, true, amount_cents, 0
     FROM payments WHERE reference = 'slow'`,
  );
  await intruder.query('COMMIT');
  await nextDay();
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ number: before.length + 2, payments: 2 });
  await expectCleanBooks(gateway.database.db);
});

it('in another cluster, where transactions have lower numbers, one seal goes by identities, when nobody writes', async () => {
  const { deps } = gateway.vintem;
  const latest = await findLatestSeal(deps.db);
  const parts = await listSealParts(deps.db, latest?.number ?? 0);
  // As if the last seal had been made where more transactions had been counted.
  const ahead = parts.map((part) => ({ ...part, from_xid: part.below_xid, below_xid: '999999999999', row_count: 0 }));
  const empty = { sum_cents: 0, first_id: null, digest: createHash('sha256').digest('hex') };
  const made = ahead.map((part) => ({ ...part, ...empty }));
  const day = addDays(latest?.day ?? '', 1);
  const next = { number: (latest?.number ?? 0) + 1, day, made_at: new Date(), previous_hash: latest?.hash ?? '' };
  await withTransaction(deps.db, (tx) => insertSeal(tx, { ...next, hash: hashOfSeal(next, made) }, made));
  await nextDay();
  await createPayment(gateway, shop, 10_000);
  await expectCleanBooks(gateway.database.db);
  await nextDay();
  await intruder.query('BEGIN');
  await intruder.query('LOCK TABLE refunds IN ROW EXCLUSIVE MODE');
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ number: next.number });
  await intruder.query('COMMIT');
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ number: next.number + 1, payments: 1 });
  await createPayment(gateway, shop, 10_000);
  await nextDay();
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ number: next.number + 2, payments: 1 });
  await expectCleanBooks(gateway.database.db);
});

it('gaps in identities are normal, however wide, and what lies behind them is sealed', async () => {
  const skip = (ids: number) =>
    intruder.query(`SELECT setval(s, pg_sequence_last_value(s) + ${ids})
      FROM (SELECT pg_get_serial_sequence('payments', 'id')::regclass AS s) AS drawn`);
  await skip(239_998);
  for (let number = 0; number < 3; number++) await createPayment(gateway, shop, 10_000);
  await skip(900_000_000);
  const last = await createPayment(gateway, shop, 10_000);
  await nextDay();
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ payments: 4 });
  await expectCleanBooks(gateway.database.db);
  await corrupt(gateway.database, { last }, ["UPDATE payments SET order_number = 'another' WHERE id = :last"]);
  expect((await auditLedger(gateway.database.db)).broken?.rows).toMatchObject([
    { subject: 'payments', problem: 'changed afterwards' },
  ]);
});
