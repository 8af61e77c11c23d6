import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/audit-ledger.ts';
import { sealBooks } from '../../src/audit/seal-books.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { corrupt } from '../support/corrupt.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { advance, createPayment, openCompany, type TestCompany } from '../support/money.ts';

/** When the books are sealed, and that only a change of sealed rows breaks a seal. There is no background work here. */
let gateway: TestGateway;
let shop: TestCompany;
let intruder: pg.Client;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  shop = await openCompany(gateway);
  intruder = new pg.Client({ connectionString: gateway.database.url });
  await intruder.connect();
});
afterAll(async () => {
  await intruder?.end();
  await gateway?.close();
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

it('waits for whoever has drawn a number and not committed: what comes late is no finding', async () => {
  await nextDay();
  const before = await seals();
  await intruder.query('BEGIN');
  // One order is written slowly, while a later one is already stored.
  await intruder.query(
    `INSERT INTO payments (merchant_id, company_id, customer_id, order_number, reference, public_token, payment_type,
       installments, amount_cents, customer_name, customer_email, customer_document, customer_phone, items, shipping,
       metadata, expires_at, acquirer, charge_sent_at, next_check_at, created_at, updated_at, fee_cents, fee_on_refund)
     SELECT merchant_id, company_id, customer_id, 'slow', 'slow', 'slow', payment_type,
       installments, amount_cents, customer_name, customer_email, customer_document, customer_phone, items, shipping,
       metadata, expires_at, acquirer, charge_sent_at, now() + interval '1 year', created_at, updated_at, fee_cents,
       fee_on_refund
     FROM payments ORDER BY id LIMIT 1`,
  );
  await createPayment(gateway, shop, 10_000);
  await seal();
  expect(await seals()).toEqual(before);
  await intruder.query(
    `INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, charge_fee,
       discount_gross_amount, share_cents, fee_cents)
     SELECT id, 0, company_id, 'Loja', 'owner', 'PRIMARY', true, true, amount_cents, 0
     FROM payments WHERE reference = 'slow'`,
  );
  await intruder.query('COMMIT');
  await seal();
  expect((await seals()).at(-1)).toMatchObject({ number: before.length + 1, payments: 2 });
  await expectCleanBooks(gateway.database.db);
});

it('gaps in identities are normal, however wide, and what lies behind them is sealed', async () => {
  await intruder.query("SELECT setval(pg_get_serial_sequence('payments', 'id'), 239998)");
  for (let number = 0; number < 3; number++) await createPayment(gateway, shop, 10_000);
  await intruder.query("SELECT setval(pg_get_serial_sequence('payments', 'id'), 900000000)");
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
