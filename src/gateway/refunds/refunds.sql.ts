import { CURRENT_EPOCH } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../ground/queues/claims.sql.ts';
import type { SendTrace } from '../../rails/acquirers/send-trace.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayment } from '../payments/payments.sql.ts';
import { REFUND_HOLDS } from '../payments/refund-holds.sql.ts';

export type RefundKind = 'pix_refund' | 'reversal' | 'acquirer' | 'med';

export interface Refund {
  id: number;
  payment_id: number;
  reference: string;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
  amount_cents: number;
  description: string | null;
  checks_done: number;
  sends: number;
  seen_at: Date | null;
  refused_at: Date | null;
  misses: number;
  settled_at: Date | null;
  /** Who sends it, where that is not the acquirer of its payment. */
  way_acquirer: string | null;
  /** Where to; null: the PIX key that is the payer's document. */
  destination_id: number | null;
  to_others: boolean;
  given_cents: number | null;
  failure_reason: string | null;
  /** Below that of the database: it came out of a backup. */
  epoch: number;
  /** A repeat was told that nobody has such a key. */
  is_destination_dead: boolean;
}

const REFUND = `id, payment_id, reference, status, amount_cents, description, checks_done, sends, seen_at, refused_at,
  misses, settled_at, way_acquirer, destination_id, to_others, given_cents, failure_reason, epoch,
  is_destination_dead`;

export function traceOf({ sends, seen_at, refused_at, misses }: Refund): SendTrace {
  return { sends, seenAt: seen_at, refusedAt: refused_at, misses };
}

/** Whose refund it is. */
type RefundedPayment = Pick<Payment, 'id' | 'merchant_id' | 'company_id'>;

export interface NewRefund {
  paymentId: number;
  merchantId: number;
  companyId: number;
  reference: string;
  kind: RefundKind;
  amountCents: number;
  description: string | null;
  requestedAt: Date;
  nextCheckAt: Date;
  wayAcquirer: string | null;
  destinationId: number | null;
  toOthers: boolean;
  /** One whose holder has to be proven first is not as good as sent when it is written. */
  sends: number;
}

const INSERT_PROCESSING = statement(
  `WITH asked_refunds AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($1) AS r(
       "paymentId" bigint, "merchantId" bigint, "companyId" bigint, "reference" text, "kind" text,
       "amountCents" bigint, "description" text, "requestedAt" timestamptz, "nextCheckAt" timestamptz,
       "wayAcquirer" text, "destinationId" bigint, "toOthers" boolean, "sends" integer)
   ), ${REFUND_HOLDS}
   INSERT INTO refunds (payment_id, merchant_id, company_id, reference, kind, status, amount_cents, description,
     requested_at, next_check_at, way_acquirer, destination_id, to_others, sends, epoch)
   SELECT "paymentId", "merchantId", "companyId", "reference", "kind", 'PROCESSING', "amountCents", "description",
     "requestedAt", "nextCheckAt", "wayAcquirer", "destinationId", "toOthers", "sends", ${CURRENT_EPOCH}
   FROM asked_refunds RETURNING ${REFUND}`,
);

/** Refunds under way and, in the same statement, their holds on the payments. In the order of those asked for. */
export async function insertProcessingRefunds(tx: Tx, refunds: readonly NewRefund[]): Promise<Refund[]> {
  const rows = await tx.query<Refund>(INSERT_PROCESSING, [JSON.stringify(refunds)]);
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return refunds.map(({ reference }) => byReference.get(reference) as Refund);
}

/** A refund that the acquirer made before we knew of the payment; there is nothing left to ask. */
export async function insertAcquirerRefund(
  tx: Tx,
  {
    payment,
    reference,
    amountCents,
    at,
  }: { payment: RefundedPayment; reference: string; amountCents: number; at: Date },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO refunds (payment_id, merchant_id, company_id, reference, kind, status, amount_cents, requested_at,
       settled_at)
     VALUES ($1, $2, $3, $4, 'acquirer', 'REFUNDED', $5, $6, $6) RETURNING id`,
    [payment.id, payment.merchant_id, payment.company_id, reference, amountCents, at],
  );
  return (row as { id: number }).id;
}

/** What the banks took back: its reference is their id of it, so that a second booking is impossible. */
export async function insertMedRefund(
  tx: Tx,
  refund: {
    payment: RefundedPayment;
    reference: string;
    firstId: string | null;
    amountCents: number;
    nature: string;
    at: Date;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO refunds (payment_id, merchant_id, company_id, reference, first_id, kind, status, amount_cents, nature,
       requested_at, settled_at)
     VALUES ($1, $2, $3, $4, $5, 'med', 'REFUNDED', $6, $7, $8, $8) RETURNING id`,
    [
      refund.payment.id,
      refund.payment.merchant_id,
      refund.payment.company_id,
      refund.reference,
      refund.firstId,
      refund.amountCents,
      refund.nature,
      refund.at,
    ],
  );
  return (row as { id: number }).id;
}

/** Refunds of these references, of whichever payment, and all that the banks took back from this one. */
export async function listBookedReturns(
  db: Db,
  paymentId: number,
  references: readonly string[],
): Promise<{ reference: string; first_id: string | null }[]> {
  return db.query(
    `SELECT reference, first_id FROM refunds WHERE reference = ANY ($2)
     UNION SELECT reference, first_id FROM refunds WHERE payment_id = $1 AND kind = 'med'`,
    [paymentId, references],
  );
}

export async function findRefund(db: Db, id: number): Promise<Refund | null> {
  const [row] = await db.query<Refund>(`SELECT ${REFUND} FROM refunds WHERE id = $1`, [id]);
  return row ?? null;
}

const FIND_MANY = statement(`SELECT ${REFUND} FROM refunds WHERE id = ANY ($1::bigint[])`);

export async function findRefunds(db: Db, ids: readonly number[]): Promise<Refund[]> {
  return db.query<Refund>(FIND_MANY, [ids]);
}

export async function findRefundWithPayment(db: Db, id: number): Promise<{ refund: Refund; payment: Payment } | null> {
  const refund = await findRefund(db, id);
  if (!refund) return null;
  const payment = await findPayment(db, refund.payment_id);
  return payment ? { refund, payment } : null;
}

export interface ListedRefund {
  id: number;
  amount_cents: number;
  status: Refund['status'];
  requested_at: Date;
  settled_at: Date | null;
}

export async function listRefunds(db: Db, paymentId: number): Promise<ListedRefund[]> {
  return db.query(
    'SELECT id, amount_cents, status, requested_at, settled_at FROM refunds WHERE payment_id = $1 ORDER BY id',
    [paymentId],
  );
}

/** What a rail of payouts has sent is looked at again soon: it may come back. */
const LOOK_FOR_RETURNS = "CASE WHEN way_acquirer IS NOT NULL THEN settled.at + interval '5 seconds' END";

export interface RefundEnd {
  status: 'REFUNDED' | 'REFUSED';
  at: Date;
  /** What the payer really got. */
  givenCents: number;
  reason: string | null;
}

/** Of one that is PROCESSING, under the payment's lock; it ends once. Only of a rail of payouts more is kept. */
export async function endRefund(
  tx: Tx,
  refundId: number,
  { status, at, givenCents, reason }: RefundEnd,
): Promise<Refund> {
  const [row] = await tx.query<Refund>(
    `UPDATE refunds SET status = $2, settled_at = settled.at, next_check_at = NULL, check_leased_until = NULL,
       given_cents = CASE WHEN way_acquirer IS NOT NULL AND $2 = 'REFUNDED' THEN $4::bigint END,
       failure_reason = CASE WHEN way_acquirer IS NOT NULL AND $2 = 'REFUSED' THEN coalesce($5, failure_reason) END,
       returns_due_at = CASE WHEN $2 = 'REFUNDED' THEN ${LOOK_FOR_RETURNS} END
     FROM (SELECT $3::timestamptz AS at) settled
     WHERE id = $1 AND status = 'PROCESSING' RETURNING ${REFUND}`,
    [refundId, status, at, givenCents, reason],
  );
  if (!row) throw new Error(`refund ${refundId} has ended before`);
  return row;
}

const SET_REFUNDED = statement(
  `UPDATE refunds SET status = 'REFUNDED', settled_at = settled.at, next_check_at = NULL, check_leased_until = NULL,
     seen_at = coalesce(seen_at, settled.at), failure_reason = NULL,
     given_cents = CASE WHEN way_acquirer IS NOT NULL THEN amount_cents END, returns_due_at = ${LOOK_FOR_RETURNS}
   FROM (SELECT $2::timestamptz AS at) settled
   WHERE id = ANY ($1::bigint[]) AND status = 'PROCESSING' RETURNING ${REFUND}`,
);

/** Refunds under way that the bank has shown as made. */
export async function setRefunded(tx: Tx, ids: readonly number[], at: Date): Promise<Refund[]> {
  return tx.query<Refund>(SET_REFUNDED, [ids, at]);
}

/** What an answer has told of its way to the bank; under the payment's lock, as it was read. */
export async function noteTrace(
  tx: Tx,
  refundId: number,
  { seenAt, refusedAt, misses }: SendTrace,
  reason: string | null,
): Promise<Refund> {
  const [row] = await tx.query<Refund>(
    `UPDATE refunds SET seen_at = $2, refused_at = $3, misses = $4,
       failure_reason = CASE WHEN way_acquirer IS NOT NULL THEN coalesce(failure_reason, $5) END
     WHERE id = $1 RETURNING ${REFUND}`,
    [refundId, seenAt, refusedAt, misses, reason],
  );
  return row as Refund;
}

/** Before it is sent once more. False where it was shown, refused or ended meanwhile: then it is not to be sent. */
export async function noteRepeat(db: Db, refundId: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE refunds SET sends = sends + 1
     WHERE id = $1 AND status = 'PROCESSING' AND seen_at IS NULL AND refused_at IS NULL RETURNING id`,
    [refundId],
  );
  return rows.length > 0;
}

/** Takes refunds whose outcome is unknown and that are due for a question. */
export async function claimRefundsDueForCheck(db: Db, claim: Claim): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `UPDATE refunds SET check_leased_until = $3
     WHERE id IN (
       SELECT id FROM refunds ${takeDue({ dueAt: 'next_check_at', isOpen: isFree('check_leased_until', '$2') })})
     RETURNING id`,
    leaseParameters(claim),
  );
  return rows.map((row) => row.id);
}

export async function rescheduleRefundCheck(db: Db, refundId: number, nextCheckAt: Date): Promise<void> {
  await db.query(
    `UPDATE refunds SET next_check_at = $2, checks_done = checks_done + 1, check_leased_until = NULL
     WHERE id = $1 AND status = 'PROCESSING'`,
    [refundId, nextCheckAt],
  );
}

/** The acquirer has hinted at the payment of these refunds: ask now instead of later. */
export async function makeRefundsDue(db: Db, paymentId: number, now: Date): Promise<void> {
  await db.query(
    `UPDATE refunds SET next_check_at = $2 WHERE payment_id = $1 AND status = 'PROCESSING' AND next_check_at > $2`,
    [paymentId, now],
  );
}

/** What we asked for; what banks took back by themselves has names of theirs. */
export async function findRefundsByReference(db: Db, references: readonly string[]): Promise<Refund[]> {
  return db.query<Refund>(
    `SELECT ${REFUND} FROM refunds WHERE reference = ANY ($1::text[]) AND kind IN ('pix_refund', 'reversal')`,
    [references],
  );
}

/** When the refund that is due for the longest is to be asked about, in business time; null when none is. */
export async function findOldestRefundCheckDue(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    'SELECT next_check_at AS at FROM refunds WHERE next_check_at IS NOT NULL ORDER BY next_check_at LIMIT 1',
  );
  return row?.at ?? null;
}

/** How many are under way, and since when the oldest of them, in business time. */
export async function measureOpenRefunds(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db.query<{ count: number; oldest: Date | null }>(
    'SELECT count(*) AS count, min(requested_at) AS oldest FROM refunds WHERE next_check_at IS NOT NULL',
  );
  return row ?? { count: 0, oldest: null };
}

/** Texts about refunds of these payments: whoever asked for one may have named a person. */
export async function removeRefundTexts(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  await tx.query(
    'UPDATE refunds SET description = NULL WHERE payment_id = ANY ($1::bigint[]) AND description IS NOT NULL',
    [paymentIds],
  );
}
