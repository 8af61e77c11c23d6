import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { AcquirerData } from '../payments/payment.ts';
import type { FeeOnRefund, StatusName } from './refund.rules.ts';

export type RefundKind = 'pix_refund' | 'reversal' | 'acquirer';

/** What a refund needs to know of its payment. */
export interface RefundedPayment {
  id: number;
  merchant_id: number;
  company_id: number;
  reference: string;
  acquirer: string;
  acquirer_data: AcquirerData | null;
  order_number: string;
  payment_type: string;
  status_name: StatusName;
  amount_cents: number;
  refunded_cents: number;
  refunding_cents: number;
  fee_on_refund: FeeOnRefund;
  paid_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
}

const PAYMENT = `
  id, merchant_id, company_id, reference, acquirer, response_data_subacquirer_integration AS acquirer_data, order_number, payment_type,
  (ARRAY['PENDING', 'APPROVED', 'FAILED', 'REFUNDED'])[status] AS status_name,
  amount_cents, refunded_cents, refunding_cents, fee_on_refund,
  paid_at, refunded_at, created_at`;

/** The one lock that every refund of a payment takes first, whichever endpoint asked for it. */
export async function lockPaymentOfMerchant(tx: Tx, merchantId: number, paymentId: number): Promise<RefundedPayment | null> {
  const [row] = await tx.query<RefundedPayment>(`SELECT ${PAYMENT} FROM payments WHERE id = $1 AND merchant_id = $2 FOR UPDATE`, [
    paymentId,
    merchantId,
  ]);
  return row ?? null;
}

export async function lockPaymentOfRefund(tx: Tx, refundId: number): Promise<RefundedPayment> {
  const [row] = await tx.query<RefundedPayment>(
    `SELECT ${PAYMENT} FROM payments WHERE id = (SELECT payment_id FROM refunds WHERE id = $1) FOR UPDATE`,
    [refundId],
  );
  if (!row) throw new Error(`refund ${refundId} does not exist`);
  return row;
}

export interface Refund {
  id: number;
  payment_id: number;
  reference: string;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
  amount_cents: number;
  description: string | null;
  checks_done: number;
}

const REFUND = 'id, payment_id, reference, status, amount_cents, description, checks_done';

export interface NewRefund {
  paymentId: number;
  reference: string;
  kind: RefundKind;
  amountCents: number;
  description: string | null;
  requestedAt: Date;
  nextCheckAt: Date;
}

/** The refund under way and, in the same statement, its hold on the payment: the row's CHECK refuses to hold more than there is. */
export async function insertProcessingRefund(tx: Tx, refund: NewRefund): Promise<Refund> {
  const [row] = await tx.query<Refund>(
    `WITH held AS (UPDATE payments SET refunding_cents = refunding_cents + $4 WHERE id = $1)
     INSERT INTO refunds (payment_id, reference, kind, status, amount_cents, description, requested_at, next_check_at)
     VALUES ($1, $2, $3, 'PROCESSING', $4, $5, $6, $7) RETURNING ${REFUND}`,
    [refund.paymentId, refund.reference, refund.kind, refund.amountCents, refund.description, refund.requestedAt, refund.nextCheckAt],
  );
  return row as Refund;
}

/** A refund that the acquirer made before we knew of the payment; there is nothing left to ask. */
export async function insertAcquirerRefund(
  tx: Tx,
  refund: { paymentId: number; reference: string; amountCents: number; at: Date },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO refunds (payment_id, reference, kind, status, amount_cents, requested_at, settled_at)
     VALUES ($1, $2, 'acquirer', 'REFUNDED', $3, $4, $4) RETURNING id`,
    [refund.paymentId, refund.reference, refund.amountCents, refund.at],
  );
  return (row as { id: number }).id;
}

export async function findRefund(db: Db, id: number): Promise<Refund | null> {
  const [row] = await db.query<Refund>(`SELECT ${REFUND} FROM refunds WHERE id = $1`, [id]);
  return row ?? null;
}

export async function findRefundWithPayment(db: Db, id: number): Promise<{ refund: Refund; payment: RefundedPayment } | null> {
  const refund = await findRefund(db, id);
  if (!refund) return null;
  const [payment] = await db.query<RefundedPayment>(`SELECT ${PAYMENT} FROM payments WHERE id = $1`, [refund.payment_id]);
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
  return db.query('SELECT id, amount_cents, status, requested_at, settled_at FROM refunds WHERE payment_id = $1 ORDER BY id', [paymentId]);
}

/** True for the one caller that ends it; PROCESSING ends once. */
export async function endRefund(tx: Tx, refundId: number, status: 'REFUNDED' | 'REFUSED', at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE refunds SET status = $2, settled_at = $3, next_check_at = NULL, check_leased_until = NULL
     WHERE id = $1 AND status = 'PROCESSING' RETURNING id`,
    [refundId, status, at],
  );
  return rows.length > 0;
}

/** The hold becomes a refund; the last cent makes the payment REFUNDED. */
export async function confirmRefundOnPayment(tx: Tx, paymentId: number, amountCents: number, at: Date): Promise<RefundedPayment> {
  const [row] = await tx.query<RefundedPayment>(
    `UPDATE payments SET refunding_cents = refunding_cents - $2, refunded_cents = refunded_cents + $2, refunded_at = $3, updated_at = $3,
       status = CASE WHEN refunded_cents + $2 = amount_cents THEN 4 ELSE status END
     WHERE id = $1 RETURNING ${PAYMENT}`,
    [paymentId, amountCents, at],
  );
  return row as RefundedPayment;
}

export async function releaseRefundOnPayment(tx: Tx, paymentId: number, amountCents: number): Promise<void> {
  await tx.query('UPDATE payments SET refunding_cents = refunding_cents - $2 WHERE id = $1', [paymentId, amountCents]);
}

const BATCH = 50;
const LEASE_MS = 60_000;

/** Refunds whose outcome is unknown and due for a question; a lease in real time, as for payments. */
export async function claimRefundsDueForCheck(db: Db, businessNow: Date, realNow: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `UPDATE refunds SET check_leased_until = $3
     WHERE id IN (
       SELECT id FROM refunds
       WHERE next_check_at <= $1 AND (check_leased_until IS NULL OR check_leased_until < $2)
       ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [businessNow, realNow, new Date(realNow.getTime() + LEASE_MS)],
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
  await db.query(`UPDATE refunds SET next_check_at = $2 WHERE payment_id = $1 AND status = 'PROCESSING' AND next_check_at > $2`, [
    paymentId,
    now,
  ]);
}
