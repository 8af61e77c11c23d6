import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listKnownDivergences } from '../../../src/gateway/divergences/divergences.sql.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createTestDatabase } from '../../support/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const FIRST_OF_THESE = '0013';

/** Rows as an older release left them; the rows that they refer to do not matter here. */
const OLD_ROWS = `
  SET LOCAL session_replication_role = replica;
  INSERT INTO payments (id, merchant_id, company_id, customer_id, order_number, reference, public_token,
    payment_type, installments, amount_cents,
    customer_name, customer_email, customer_document, customer_phone, items, shipping, metadata, expires_at,
    acquirer, charge_sent_at,
    created_at, updated_at, fee_cents, fee_on_refund, retry_of, retry_root)
  OVERRIDING SYSTEM VALUE
  SELECT n, 1, 1, 1, 'o' || n, 'r' || n, 't' || n, 'pix', 1, 10000, 'Ana', 'a@b.c', '1', '1', '[]', '{}', '{}',
    now(), 'sandbox', now(),
    now(), now(), 0, 'returned', CASE WHEN n = 3 THEN 2 END, CASE WHEN n = 3 THEN 1 END FROM generate_series(1, 3) n;
  INSERT INTO divergences (payment_id, kind, local_status, acquirer_status, local_amount_cents,
    acquirer_amount_cents, detected_at)
  VALUES (1, 'AMOUNT_MISMATCH', 2, 'PAID', 10000, 9900, now()), (2, 'UNREQUESTED_REFUND', 2, 'PAID', 10000, 10000,
  now()),
    (3, 'LATE_PAYMENT', 3, 'PAID', 10000, 10000, now());
  INSERT INTO webhook_endpoints (id, merchant_id, url, events, secret_sealed, created_at,
    updated_at) OVERRIDING SYSTEM VALUE
  VALUES (1, 1, 'https://a', '{payment.created,payment.approved,payment.failed,payment.refunded,webhook.test}', 'x',
  now(), now()),
    (2, 1, 'https://b', '{payment.failed}', 'x', now(), now());`;

it('divergences and endpoints of an older release get the new columns and the new event', async () => {
  const database = await createTestDatabase();
  const older = mkdtempSync(path.join(tmpdir(), 'vintem-older-'));
  try {
    await database.db.query('DROP SCHEMA public CASCADE');
    for (const name of readdirSync(MIGRATIONS))
      if (name < FIRST_OF_THESE) cpSync(path.join(MIGRATIONS, name), path.join(older, name));
    await migrate(database.db, older);
    await withTransaction(database.db, (tx) => tx.query(OLD_ROWS));
    await migrate(database.db, MIGRATIONS);

    const [mismatch, refund, late] = await withTransaction(database.db, async (tx) => [
      ...(await listKnownDivergences(tx, 1)),
      ...(await listKnownDivergences(tx, 2)),
      ...(await listKnownDivergences(tx, 3)),
    ]);
    expect(mismatch).toMatchObject({ gapCents: -100, differenceCents: -100, isOpen: true, isBooked: false });
    // Only the amount of its charge was stored, so that its figures are unknown.
    expect(refund).toMatchObject({ gapCents: null, differenceCents: null, isOpen: true });
    expect(late).toMatchObject({ gapCents: 10_000, differenceCents: 10_000, isOpen: true });
    expect(await database.db.query('SELECT order_root, merchant_id FROM divergences ORDER BY id')).toEqual(
      [1, 2, 1].map((order_root) => ({ order_root, merchant_id: 1 })),
    );
    const endpoints = await database.db.query<{ events: string[] }>('SELECT events FROM webhook_endpoints ORDER BY id');
    expect(endpoints.map(({ events }) => events.includes('divergence.opened'))).toEqual([true, false]);
    expect(await database.db.query('SELECT conname FROM pg_constraint WHERE NOT convalidated')).toEqual([]);
  } finally {
    rmSync(older, { recursive: true, force: true });
    await database.drop();
  }
});
