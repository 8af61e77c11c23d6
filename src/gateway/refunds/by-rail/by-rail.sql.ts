import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../../ground/queues/claims.sql.ts';
import { joinPayment } from '../../payments/payments.sql.ts';

/** Before it is sent for the first time. False: somebody else has sent it, or it has ended. */
export async function noteFirstSend(db: Db, refundId: number): Promise<boolean> {
  const rows = await db.query(
    "UPDATE refunds SET sends = 1 WHERE id = $1 AND sends = 0 AND status = 'PROCESSING' RETURNING id",
    [refundId],
  );
  return rows.length > 0;
}

/** Nobody has the key or account that it goes to: it is sent no more. */
export async function noteDeadDestination(db: Db, refundId: number): Promise<void> {
  await db.query('UPDATE refunds SET is_destination_dead = true WHERE id = $1', [refundId]);
}

/** What the payer of a payment got by rails of payouts and has kept, what was asked for, and who sent it. */
export interface GivenByRail {
  givenCents: number;
  askedCents: number;
  acquirer: string;
}

export async function sumGivenByRail(db: Db, paymentId: number): Promise<GivenByRail | null> {
  const [row] = await db.query<GivenByRail>(
    `SELECT sum(given_cents)::bigint AS "givenCents", sum(amount_cents)::bigint AS "askedCents",
       max(way_acquirer) AS acquirer
     FROM refunds WHERE payment_id = $1 AND way_acquirer IS NOT NULL AND status = 'REFUNDED' HAVING count(*) > 0`,
    [paymentId],
  );
  return row ?? null;
}

/** Of an acquirer's payments that were paid between these instants: what others than it have given back. */
export async function sumRefundedByRail(db: Db, acquirer: string, from: Date, to: Date): Promise<number> {
  const [row] = await db.query<{ cents: number }>(
    `SELECT coalesce(sum(r.amount_cents), 0)::bigint AS cents FROM refunds r ${joinPayment('r.payment_id')}
     WHERE r.way_acquirer IS NOT NULL AND r.status = 'REFUNDED' AND payment.paid_at >= $1 AND payment.paid_at <= $2
       AND coalesce(payment.received_by, payment.acquirer) = $3`,
    [from, to, acquirer],
  );
  return row?.cents ?? 0;
}

/** Those that were made and are due for a look whether they came back. */
export async function claimReturnsDue(db: Db, claim: Claim): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `UPDATE refunds SET check_leased_until = $3
     WHERE id IN (
       SELECT id FROM refunds ${takeDue({ dueAt: 'returns_due_at', isOpen: isFree('check_leased_until', '$2') })})
     RETURNING id`,
    leaseParameters(claim),
  );
  return rows.map((row) => row.id);
}

export async function rescheduleReturnLook(db: Db, refundId: number, at: Date | null): Promise<void> {
  await db.query('UPDATE refunds SET returns_due_at = $2, check_leased_until = NULL WHERE id = $1', [refundId, at]);
}

/** The bank has hinted at one that was made: it may have come back, also long after anybody looks by itself. */
export async function makeReturnLookDue(db: Db, refundId: number, now: Date): Promise<void> {
  await db.query(
    `UPDATE refunds SET returns_due_at = least(returns_due_at, $2)
     WHERE id = $1 AND status = 'REFUNDED' AND way_acquirer IS NOT NULL`,
    [refundId, now],
  );
}

/** Under the payment's lock. */
export async function setGiven(tx: Tx, refundId: number, givenCents: number): Promise<void> {
  await tx.query('UPDATE refunds SET given_cents = $2 WHERE id = $1', [refundId, givenCents]);
}

/** As a list for whoever pays by hand needs it. */
export async function findRefundByRail(db: Db, acquirer: string, reference: string): Promise<{ id: number } | null> {
  const [row] = await db.query<{ id: number }>('SELECT id FROM refunds WHERE reference = $2 AND way_acquirer = $1', [
    acquirer,
    reference,
  ]);
  return row ?? null;
}

/** As the list of a bank names what left. */
export interface RailRefund {
  id: number;
  payment_id: number;
  merchant_id: number;
  company_id: number;
  acquirer: string;
  reference: string;
  amount_cents: number;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
}

const RAIL_REFUND = `id, payment_id, merchant_id, company_id, way_acquirer AS acquirer, reference, amount_cents,
  status`;

export async function findRailRefunds(db: Db, acquirer: string, references: readonly string[]): Promise<RailRefund[]> {
  return db.query<RailRefund>(
    `SELECT ${RAIL_REFUND} FROM refunds WHERE reference = ANY ($2::text[]) AND way_acquirer = $1`,
    [acquirer, references],
  );
}

/** Those that were said to have left in that time, by rising id. */
export async function listRefundedByRail(
  db: Db,
  acquirer: string,
  { from, to, afterId, limit }: { from: Date; to: Date; afterId: number; limit: number },
): Promise<RailRefund[]> {
  return db.query<RailRefund>(
    `SELECT ${RAIL_REFUND} FROM refunds
     WHERE way_acquirer = $1 AND status = 'REFUNDED' AND settled_at >= $2 AND settled_at < $3
       AND id > $4 ORDER BY id LIMIT $5`,
    [acquirer, from, to, afterId, limit],
  );
}
