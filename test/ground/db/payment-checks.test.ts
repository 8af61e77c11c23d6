import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimChecks, finishChecks, makeCheckDue } from '../../../src/gateway/payments/checks/checks.sql.ts';
import type { StatusMove } from '../../../src/gateway/payments/payment.ts';
import { moveFromPending } from '../../../src/gateway/payments/payments.sql.ts';
import { APPROVED, FAILED } from '../../../src/gateway/payments/status.rules.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** When a payment is looked at again stands in a table of its own, and a look leaves the payment's row alone. */

const [SOON, LATER, LATEST] = ['2026-03-02T12:01:00Z', '2026-03-02T13:00:00Z', '2026-03-03T12:00:00Z'].map(
  (time) => new Date(time),
) as [Date, Date, Date];
const REAL_NOW = new Date('2026-03-02T15:00:00Z');

let database: TestDatabase;

const COLUMNS = `id, merchant_id, company_id, customer_id, order_number, reference, public_token, status, payment_type,
  installments, amount_cents, refunded_cents, customer_name, customer_email, customer_document, customer_phone,
  items, shipping, metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, fee_cents, fee_on_refund`;

/** A payment that is open. Foreign keys do not matter here, and triggers do. */
async function insertPayment(id: number) {
  await database.db.query(
    `INSERT INTO payments (${COLUMNS}) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 1, 1, 'o' || n, 'r' || n, 't' || n, 1, 'pix', 1, 10000, 0, 'Ana', 'a@b.c', '1', '1',
       '[]', '{}', '{}', $2, 'sandbox', $2, $2, $2, 0, 'returned' FROM (SELECT $1::bigint AS n) AS given`,
    [id, SOON],
  );
}

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
  await database.db.query(
    `ALTER TABLE payments DROP CONSTRAINT payments_customer_id_fkey,
       DROP CONSTRAINT payments_company_id_merchant_id_fkey`,
  );
});
afterAll(() => database.drop());

describe('the safety net', () => {
  const claim = (now: Date) => claimChecks(database.db, { now, realNow: REAL_NOW });
  const move = (paymentId: number, to: StatusMove['to'], nextCheckAt: Date | null) =>
    withTransaction(database.db, (tx) =>
      moveFromPending(tx, [
        {
          ...{
            paymentId,
            to,
            paidAt: null,
            received: null,
            receivedBy: null,
            refundedAt: null,
            refundedCents: 0,
            failureReason: to === FAILED ? 'EXPIRED' : null,
          },
          ...{ issued: null, nextCheckAt, at: LATER },
        },
      ]),
    );
  async function insert(id: number): Promise<void> {
    await database.db.query('DELETE FROM payment_checks');
    await insertPayment(id);
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
        `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         VALUES ('approval', $1, 'payment', $1::bigint, 'sandbox', $2)`,
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
