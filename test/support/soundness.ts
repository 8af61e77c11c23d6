import { expect } from 'vitest';
import type { DbPool } from '../../src/ground/db/pool.ts';
import { expectCleanBooks } from './audit.ts';
import { eventually } from './contract.ts';

/**
 * What must hold after every fault, besides the books: statuses moved only as allowed, each change has exactly one
 * event, and the acquirer's money agrees with ours. Each query finds what is broken.
 */
const EXPECTED_EVENTS = `concat_ws(',', 'payment.created',
  CASE WHEN p.status = 3 THEN 'payment.failed'
    WHEN p.status IN (2, 4)
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.kind = 'acquirer')
    THEN 'payment.approved' END,
  (SELECT string_agg('payment.refunded', ',') FROM refunds r WHERE r.payment_id = p.id AND r.status = 'REFUNDED'))`;

const BREAKS: readonly { name: string; sql: string }[] = [
  {
    name: 'each change has exactly one event, and together they tell a legal life',
    sql: `SELECT p.id, p.status, told.kinds, ${EXPECTED_EVENTS} AS expected
      FROM payments p CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(kind, ',' ORDER BY sequence), '') AS kinds, count(*) AS number,
          coalesce(max(sequence), 0) AS last
        FROM events WHERE subject_kind = 'payment' AND subject_id = p.id) told
      WHERE told.number <> told.last OR (told.kinds <> ${EXPECTED_EVENTS}
        AND NOT (p.status = 1 AND p.response_data_subacquirer_integration IS NULL AND told.kinds = ''))`,
  },
  {
    name: 'the acquirer has no charge that nobody ordered',
    sql: `SELECT c.reference FROM sandbox_acquirer.charges c
      WHERE NOT EXISTS (SELECT FROM payments p WHERE p.reference = c.reference)`,
  },
  {
    name: 'the acquirer holds the money that we have booked, payment by payment',
    sql: `SELECT p.id, p.status, p.amount_cents, p.refunded_cents, c.status AS acquirer, c.received_cents,
        c.refunded_cents AS gone
      FROM payments p LEFT JOIN sandbox_acquirer.charges c ON c.reference = p.reference
      WHERE coalesce(c.received_cents, 0) <> CASE WHEN p.status IN (2, 4) THEN p.amount_cents ELSE 0 END
        OR coalesce(c.refunded_cents, 0) <> p.refunded_cents`,
  },
  {
    name: 'both sums agree',
    sql: `SELECT ours, theirs FROM
        (SELECT coalesce(sum(amount_cents) FILTER (WHERE status IN (2, 4)), 0)
            - coalesce(sum(refunded_cents), 0) AS ours
          FROM payments) us,
        (SELECT coalesce(sum(received_cents - refunded_cents), 0) AS theirs FROM sandbox_acquirer.charges) them
      WHERE ours <> theirs`,
  },
  {
    name: 'no refund is left under way',
    sql: `SELECT id, status FROM refunds WHERE status = 'PROCESSING'`,
  },
];

/** Call it once everything has come to rest. */
export async function expectSound(db: DbPool): Promise<void> {
  await expectCleanBooks(db);
  for (const { name, sql } of BREAKS) expect({ [name]: await db.query(sql) }).toEqual({ [name]: [] });
}

/** Ends the leases of dead workers, which would run out by themselves, so that a test need not wait. */
export async function endLeases(db: DbPool): Promise<void> {
  await db.query('UPDATE idempotency_keys SET leased_until = created_at WHERE response_status IS NULL');
  await db.query('UPDATE acquirer_notifications SET next_attempt_at = now() WHERE worked_at IS NULL');
  await db.query('UPDATE sandbox_acquirer.notifications SET next_attempt_at = now() WHERE outcome IS NULL');
  await db.query(
    `UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, now()), leased_until = NULL
     WHERE status = 'PENDING'`,
  );
  await db.query(
    `UPDATE payment_checks SET next_check_at = now(), check_leased_until = NULL
     WHERE payment_id IN (SELECT id FROM payments WHERE status = 1)`,
  );
  await db.query(`UPDATE refunds SET next_check_at = now(), check_leased_until = NULL WHERE status = 'PROCESSING'`);
}

/** Lets the background work finish what a fault has left open. */
export async function comeToRest(db: DbPool, withinMs = 90_000): Promise<void> {
  let endLeasesAt = 0;
  await eventually(async () => {
    if (Date.now() > endLeasesAt) {
      await endLeases(db);
      endLeasesAt = Date.now() + 1_000;
    }
    const [open] = await db.query(
      `SELECT (SELECT count(*) FROM acquirer_notifications WHERE worked_at IS NULL) AS notifications,
         (SELECT count(*) FROM sandbox_acquirer.notifications WHERE outcome IS NULL) AS unsent,
         (SELECT count(*) FROM refunds WHERE status = 'PROCESSING') AS refunds,
         (SELECT count(*) FROM webhook_deliveries WHERE status = 'PENDING') AS deliveries`,
    );
    expect(open).toEqual({ notifications: 0, unsent: 0, refunds: 0, deliveries: 0 });
  }, withinMs);
}
