import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimChecks, finishChecks, makeCheckDue } from '../../../src/gateway/payments/checks.sql.ts';
import type { StatusMove } from '../../../src/gateway/payments/payment.ts';
import { moveFromPending } from '../../../src/gateway/payments/payments.sql.ts';
import { APPROVED, FAILED } from '../../../src/gateway/payments/status.rules.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/**
 * When a payment is looked at again stands in a table of its own. GOAL: nothing that was scheduled is lost on the way
 * there, neither by the migration nor by what processes of the release before write while they are replaced. METHOD:
 * rows as they left them, and their statements, word for word.
 */

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const FIRST_OF_THESE = '0031';
const [SOON, LATER, LATEST] = ['2026-03-02T12:01:00Z', '2026-03-02T13:00:00Z', '2026-03-03T12:00:00Z'].map(
  (time) => new Date(time),
) as [Date, Date, Date];
const REAL_NOW = new Date('2026-03-02T15:00:00Z');

let database: TestDatabase;
let older: string;

const COLUMNS = `id, merchant_id, company_id, customer_id, order_number, reference, public_token, status, payment_type,
  installments, amount_cents, refunded_cents, customer_name, customer_email, customer_document, customer_phone,
  items, shipping, metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents, fee_on_refund,
  next_check_at, checks_done, check_leased_until`;

/** As the release before stores an order. Foreign keys do not matter here, and triggers do. */
async function insertAsBefore(
  id: number,
  status: number,
  nextCheckAt: Date | null,
  checksDone = 0,
  leasedUntil: Date | null = null,
) {
  await database.db.query(
    `INSERT INTO payments (${COLUMNS}) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 1, 1, 'o' || n, 'r' || n, 't' || n, s, 'pix',
       1, 10000, CASE WHEN s = 4 THEN 10000 ELSE 0 END, 'Ana', 'a@b.c', '1', '1',
       '[]', '{}', '{}', $6, 'sandbox', $6, $6, $6, 0, 'returned',
       $3, $4, $5 FROM (SELECT $1::bigint AS n, $2::smallint AS s) AS given`,
    [id, status, nextCheckAt, checksDone, leasedUntil, SOON],
  );
}

const moveAsBefore = (id: number, status: number, nextCheckAt: Date | null) =>
  database.db.query(
    `UPDATE payments SET status = $2, paid_at = NULL, refunded_at = NULL, refunded_cents = 0, next_check_at = $3,
       checks_done = 0, check_leased_until = NULL, updated_at = $4 WHERE id = $1 AND status = 1`,
    [id, status, nextCheckAt, SOON],
  );

const rescheduleAsBefore = (id: number, status: number, checksDone: number, dueAt: Date, nextCheckAt: Date | null) =>
  database.db.query(
    `UPDATE payments SET next_check_at = CASE WHEN next_check_at = $5 THEN $4 ELSE next_check_at END,
       checks_done = $3, check_leased_until = NULL
     WHERE id = $1 AND status = $2`,
    [id, status, checksDone, nextCheckAt, dueAt],
  );

interface Check {
  next_check_at: Date;
  checks_done: number;
  check_leased_until: Date | null;
}

const FINE = { trouble: null, at: SOON };

const checkOf = async (id: number): Promise<Check | null> => {
  const sql = 'SELECT next_check_at, checks_done, check_leased_until FROM payment_checks WHERE payment_id = $1';
  return (await database.db.query<Check>(sql, [id]))[0] ?? null;
};

beforeAll(async () => {
  database = await createTestDatabase();
  older = mkdtempSync(path.join(tmpdir(), 'vintem-older-'));
  await database.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const name of readdirSync(MIGRATIONS))
    if (name < FIRST_OF_THESE) cpSync(path.join(MIGRATIONS, name), path.join(older, name));
  await migrate(database.db, older);
  await database.db.query(
    `ALTER TABLE payments DROP CONSTRAINT payments_customer_id_fkey,
       DROP CONSTRAINT payments_company_id_merchant_id_fkey`,
  );
});
afterAll(async () => {
  rmSync(older, { recursive: true, force: true });
  await database.drop();
});

describe('the migration', () => {
  it('takes over what is scheduled, in whatever state the payment is, and nothing else', async () => {
    await insertAsBefore(1, 1, SOON);
    await insertAsBefore(2, 1, LATER, 7, REAL_NOW);
    await insertAsBefore(3, 3, LATEST, 1);
    await insertAsBefore(4, 3, null, 2);
    await insertAsBefore(5, 2, null);
    await insertAsBefore(6, 4, null);
    await migrate(database.db, MIGRATIONS);
    const checks = await database.db.query(
      'SELECT payment_id, next_check_at, checks_done, check_leased_until FROM payment_checks ORDER BY payment_id',
    );
    expect(checks).toEqual([
      { payment_id: 1, next_check_at: SOON, checks_done: 0, check_leased_until: null },
      // Whoever has it may ask beside us: an answer that comes twice changes nothing.
      { payment_id: 2, next_check_at: LATER, checks_done: 7, check_leased_until: null },
      { payment_id: 3, next_check_at: LATEST, checks_done: 1, check_leased_until: null },
    ]);
  });

  it('leaves alone what was written since by the trigger: that is newer', async () => {
    await insertAsBefore(10, 1, SOON);
    await database.db.query('UPDATE payment_checks SET next_check_at = $1, checks_done = 3 WHERE payment_id = 10', [
      LATER,
    ]);
    await database.db.query("DELETE FROM schema_migrations WHERE name LIKE '0032%'");
    await migrate(database.db, MIGRATIONS);
    expect(await checkOf(10)).toMatchObject({ next_check_at: LATER, checks_done: 3 });
  });
});

describe('beside processes of the release before', () => {
  it('an order that they store is looked at', async () => {
    await insertAsBefore(20, 1, SOON);
    expect(await checkOf(20)).toEqual({ next_check_at: SOON, checks_done: 0, check_leased_until: null });
  });

  it('a payment that they fail begins its late looks, whatever this release has counted', async () => {
    await insertAsBefore(21, 1, SOON);
    await database.db.query(
      'UPDATE payment_checks SET checks_done = 4, check_leased_until = $1 WHERE payment_id = 21',
      [REAL_NOW],
    );
    await moveAsBefore(21, 3, LATER);
    expect(await checkOf(21)).toEqual({ next_check_at: LATER, checks_done: 0, check_leased_until: null });
  });

  it('where both look, the sooner look and the fewer looks count', async () => {
    await insertAsBefore(22, 1, SOON);
    await database.db.query('UPDATE payment_checks SET checks_done = 1, next_check_at = $1 WHERE payment_id = 22', [
      LATER,
    ]);
    await rescheduleAsBefore(22, 1, 1, SOON, LATEST);
    expect(await checkOf(22)).toMatchObject({ next_check_at: LATER, checks_done: 1 });
    await rescheduleAsBefore(22, 1, 2, LATEST, SOON);
    expect(await checkOf(22)).toMatchObject({ next_check_at: SOON, checks_done: 1 });
  });

  it('what they end has one more look, so that none that this release wants is lost', async () => {
    await insertAsBefore(23, 3, SOON, 1);
    await rescheduleAsBefore(23, 3, 2, SOON, null);
    expect(await checkOf(23)).toMatchObject({ next_check_at: SOON, checks_done: 1 });
  });
});

describe('in this release', () => {
  const claim = (now: Date) => claimChecks(database.db, { now, realNow: REAL_NOW });
  const move = (paymentId: number, to: StatusMove['to'], nextCheckAt: Date | null) =>
    withTransaction(database.db, (tx) =>
      moveFromPending(tx, [
        {
          ...{ paymentId, to, paidAt: null, refundedAt: null, refundedCents: 0, failureReason: null },
          ...{ issued: null, nextCheckAt, at: LATER },
        },
      ]),
    );
  /** A payment that this release has stored: it does not name the columns of before. */
  async function insert(id: number): Promise<void> {
    await database.db.query('DELETE FROM payment_checks');
    await insertAsBefore(id, 1, null);
    await database.db.query('INSERT INTO payment_checks (payment_id, next_check_at) VALUES ($1, $2)', [id, SOON]);
  }
  const placeOf = async (id: number) =>
    (await database.db.query('SELECT ctid, xmin FROM payments WHERE id = $1', [id]))[0];

  it('a look leaves the row of the payment as it is', async () => {
    await insert(30);
    const place = await placeOf(30);
    const claimed = await claim(SOON);
    expect(claimed).toMatchObject([{ id: 30, checksDone: 0 }]);
    expect(await claim(SOON)).toEqual([]);
    await finishChecks(
      database.db,
      claimed.map((one) => ({ claimed: one, checksDone: 1, nextCheckAt: LATEST, ...FINE })),
    );
    expect(await checkOf(30)).toEqual({ next_check_at: LATEST, checks_done: 1, check_leased_until: null });
    await withTransaction(database.db, (tx) => makeCheckDue(tx, 30, LATER, 5));
    expect(await checkOf(30)).toEqual({ next_check_at: LATER, checks_done: 1, check_leased_until: null });
    expect(await placeOf(30)).toEqual(place);
  });

  it('the last look deletes the row, and one more that is asked for is the last again', async () => {
    await insert(31);
    const claimed = await claim(SOON);
    await finishChecks(
      database.db,
      claimed.map((one) => ({ claimed: one, checksDone: 2, nextCheckAt: null, ...FINE })),
    );
    expect(await checkOf(31)).toBeNull();
    await withTransaction(database.db, (tx) => makeCheckDue(tx, 31, LATER, 5));
    expect(await checkOf(31)).toEqual({ next_check_at: LATER, checks_done: 5, check_leased_until: null });
  });

  it('whoever moves the status meanwhile has the last word about the next look', async () => {
    for (const [id, to, nextCheckAt] of [
      [32, FAILED, LATEST],
      [33, APPROVED, null],
    ] as const) {
      await insert(id);
      const [claimed] = await claim(SOON);
      await database.db.query(
        `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, posted_at)
         VALUES ('approval', $1, 'payment', $1::bigint, $2)`,
        [id, SOON],
      );
      await move(id, to, nextCheckAt);
      if (claimed) await finishChecks(database.db, [{ claimed, checksDone: 1, nextCheckAt: LATER, ...FINE }]);
      expect(await checkOf(id)).toEqual(
        nextCheckAt && { next_check_at: nextCheckAt, checks_done: 0, check_leased_until: null },
      );
    }
  });

  it('a worker whose lease has run out changes nothing that another has claimed since', async () => {
    await insert(34);
    const [slow] = await claim(SOON);
    const [fast] = await claimChecks(database.db, { now: SOON, realNow: new Date(REAL_NOW.getTime() + 61_000) });
    if (!slow || !fast) throw new Error('both were to claim it');
    await finishChecks(database.db, [{ claimed: slow, checksDone: 9, nextCheckAt: null, ...FINE }]);
    expect(await checkOf(34)).toMatchObject({ next_check_at: SOON, check_leased_until: fast.leasedUntil });
    await finishChecks(database.db, [{ claimed: fast, checksDone: 1, nextCheckAt: LATER, ...FINE }]);
    expect(await checkOf(34)).toMatchObject({ next_check_at: LATER, check_leased_until: null });
  });
});
