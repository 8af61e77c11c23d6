import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../../src/care/audit/audit-ledger.ts';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { type Hook, logOf, openHook } from '../../news/webhooks/hooks.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  createPaid,
  createPayment,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  refundPix,
  sandbox,
} from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const FIRST_OF_THESE = '0022';
/** A day in São Paulo is over, whatever the time is now. */
const OVER_A_DAY_SECONDS = 26 * 60 * 60;

const older = mkdtempSync(path.join(tmpdir(), 'vintem-older-'));
let database: TestDatabase;
let gateway: TestGateway;
let hook: Hook;
let isHookWell = false;
/** Requests whose outcome is open, each with the key it was sent with. */
let openOrder: { id: number; send(): ReturnType<TestGateway['call']> };
let openRefund: { paymentId: number; send(): ReturnType<TestGateway['call']> };

const withKey = (key: string, send: string, token: string, body: unknown) => () =>
  gateway.call('POST', send, { token, body, headers: { 'idempotency-key': key } });

/** The database as a release with that schema left it: its tables with these rows, without anything newer. */
async function takeBackTo(db: TestDatabase['db']): Promise<void> {
  for (const name of readdirSync(MIGRATIONS))
    if (name < FIRST_OF_THESE) cpSync(path.join(MIGRATIONS, name), path.join(older, name));
  await db.query('ALTER SCHEMA public RENAME TO newer; CREATE SCHEMA public');
  await db.query('ALTER EXTENSION pg_trgm SET SCHEMA public; ALTER EXTENSION btree_gin SET SCHEMA public');
  await migrate(db, older);
  await withTransaction(db, async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    const tables = await tx.query<{ name: string; columns: string; identity: string | null }>(
      `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns,
         max(column_name) FILTER (WHERE is_identity = 'YES') AS identity
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
         -- The seals of this release say more than that one could keep.
         AND table_name NOT IN ('schema_migrations', 'seals', 'seal_parts')
       GROUP BY table_name`,
    );
    for (const { name, columns, identity } of tables) {
      await tx.query(`DELETE FROM ${name}`);
      await tx.query(`INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM newer.${name}`);
      if (!identity) continue;
      await tx.query(
        `SELECT setval(pg_get_serial_sequence('${name}', '${identity}'), coalesce(max(${identity}), 0) + 1)
         FROM ${name}`,
      );
    }
  });
  // Where that release kept when a payment is looked at.
  await db.query(
    'UPDATE payments p SET next_check_at = c.next_check_at FROM newer.payment_checks c WHERE c.payment_id = p.id',
  );
  await db.query('DROP SCHEMA newer CASCADE');
}

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({}, database);
  const shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  const partner = await openCompany(gateway, { of: 'partner' });
  const split = { splitParticipants: [participant(partner)] };
  hook = await openHook(gateway, {}, (_request, response) => response.writeHead(isHookWell ? 200 : 500).end());
  await sandbox(gateway, shop, await createPayment(gateway, shop, 10_000, split), 'fail');
  expectRefunded(await refundPix(gateway, shop, await createPaid(gateway, shop, 10_000, split), 30));
  const refused = await createPaid(gateway, shop, 10_000, split);
  await orderFault(gateway, refused, 'refund', 'refuse');
  expect((await refundPix(gateway, shop, refused, 20)).status).toBe(400);
  // Sealed before the schema is taken back: the seal of a payment is the same with and without a subject.
  await advance(gateway, OVER_A_DAY_SECONDS);
  await sealBooks(gateway.vintem.deps);

  const paymentId = await createPaid(gateway, shop, 10_000, split);
  await orderFault(gateway, paymentId, 'refund', 'error_500', { times: 50 });
  openRefund = {
    paymentId,
    send: withKey('open-refund', '/payments/pix/refund', shop.session, { transaction_id: paymentId, amount: 20 }),
  };
  await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'error_500', times: 50 });
  const send = withKey('open-order', '/payments/order', gateway.token, orderOf(7_000));
  expect((await openRefund.send()).status).toBe(503);
  const unanswered = await send();
  expect(unanswered.status).toBe(503);
  openOrder = { id: unanswered.body.details.transaction_id, send };
  await eventually(async () =>
    expect((await logOf(gateway, hook.id)).some(({ attempts }) => attempts.length > 0)).toBe(true),
  );
  await gateway.close();

  await takeBackTo(database.db);
});
afterAll(async () => {
  await gateway.close();
  await hook.receiver.close();
  await database.drop();
  rmSync(older, { recursive: true, force: true });
});

it('a database of the release before migrates with all that is open in it, and its audit is clean', async () => {
  const [before] = await database.db.query(
    `SELECT count(*) AS columns FROM information_schema.columns WHERE column_name = 'subject_id'`,
  );
  expect(before).toEqual({ columns: 0 });
  await migrate(database.db, MIGRATIONS);
  expect((await auditLedger(database.db)).broken).toBeNull();
  expect(await database.db.query('SELECT conname FROM pg_constraint WHERE NOT convalidated')).toEqual([]);
});

it('what was open goes on where it stopped: keys, refunds, deliveries and the numbers of events', async () => {
  isHookWell = true;
  gateway = await startTestGateway({}, database);
  await gateway.acquirer('DELETE', '/control/faults');
  await database.db.query('UPDATE idempotency_keys SET leased_until = created_at');
  const order = await openOrder.send();
  expect(order.status).toBe(200);
  expect(order.body.transaction.id).toBe(openOrder.id);
  const refund = await openRefund.send();
  expect(refund.status, JSON.stringify(refund.body)).toBe(200);
  const events = await database.db.query<{ kind: string; sequence: number; subject_id: number | null }>(
    'SELECT kind, sequence, subject_id FROM events WHERE payment_id = $1 ORDER BY sequence',
    [openRefund.paymentId],
  );
  // The first two are older than subjects: they have only their payment.
  expect(events).toEqual([
    { kind: 'payment.created', sequence: 1, subject_id: null },
    { kind: 'payment.approved', sequence: 2, subject_id: null },
    { kind: 'payment.refunded', sequence: 3, subject_id: openRefund.paymentId },
  ]);
  await database.db.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'PENDING'`);
  await eventually(async () => {
    const log = await logOf(gateway, hook.id);
    expect(log.filter(({ status }) => status !== 'DELIVERED')).toEqual([]);
    expect(log.some(({ transaction_id }) => transaction_id === openRefund.paymentId)).toBe(true);
  });
  const resent = await gateway.post(`/webhooks/${openRefund.paymentId}/retry`);
  expect(resent.body.deliveries).toMatchObject([{ event: 'payment.refunded' }]);
  expect((await auditLedger(database.db)).broken).toBeNull();
});
