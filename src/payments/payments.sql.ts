import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { AcquirerData, Payment } from './payment.ts';
import type { PaymentStatus } from './status.rules.ts';

export const PAYMENT_COLUMNS = `
  id, merchant_id, company_id, customer_id, order_number, reference, public_token, status, payment_type, installments,
  amount_cents, refunded_cents, refunding_cents, fee_cents, fee_on_refund, customer_name, customer_email, customer_document, customer_phone, customer_address, customer_ip,
  items, shipping, metadata, payment_link_id, retry_of, retry_root, due_date, expires_at,
  acquirer, response_data_subacquirer_integration AS acquirer_data, charge_sent_at, checks_done,
  created_at, updated_at, paid_at, refunded_at`;

export async function findPaymentOfMerchant(db: Db, merchantId: number, id: number): Promise<Payment | null> {
  const [row] = await db.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 AND merchant_id = $2`, [id, merchantId]);
  return row ?? null;
}

export async function findPaymentByReference(db: Db, reference: string): Promise<Payment | null> {
  const [row] = await db.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE reference = $1`, [reference]);
  return row ?? null;
}

/** The one lock that every refund of a payment takes first, whichever endpoint asked for it. */
export async function lockPaymentOfMerchant(tx: Tx, merchantId: number, id: number): Promise<Payment | null> {
  const [row] = await tx.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 AND merchant_id = $2 FOR UPDATE`, [
    id,
    merchantId,
  ]);
  return row ?? null;
}

export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  const [row] = await tx.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 FOR UPDATE`, [id]);
  if (!row) throw new Error(`payment ${id} does not exist`);
  return row;
}

/** The merchant's payment by its own id or by the acquirer's. */
export async function findPaymentIdOfMerchant(db: Db, merchantId: number, idOrAcquirerId: string): Promise<number | null> {
  const isOwnId = /^\d{1,15}$/.test(idOrAcquirerId);
  const [row] = await db.query<{ id: number }>(
    isOwnId
      ? 'SELECT id FROM payments WHERE merchant_id = $1 AND id = $2::bigint'
      : 'SELECT payment_id AS id FROM payment_acquirer_ids WHERE merchant_id = $1 AND acquirer_id = $2 ORDER BY payment_id LIMIT 1',
    [merchantId, idOrAcquirerId],
  );
  return row?.id ?? null;
}

/** For a statement over rows that name a payment in `idColumn`: whether it is this merchant's, or was issued by this acquirer. */
export const isPaymentOfMerchant = (idColumn: string, merchantId: string) =>
  `EXISTS (SELECT FROM payments payment WHERE payment.id = ${idColumn} AND payment.merchant_id = ${merchantId})`;

export const isPaymentOfAcquirer = (idColumn: string, acquirer: string) =>
  `EXISTS (SELECT FROM payments payment WHERE payment.id = ${idColumn} AND payment.acquirer = ${acquirer})`;

/**
 * Fills what is still absent, member by member, and changes nothing else: a notification may have come first, and the id of a payment
 * exists only once it is paid. Answers with what is stored then.
 */
export async function fillAcquirerData(tx: Tx, id: number, data: AcquirerData): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET response_data_subacquirer_integration =
       $2::jsonb || jsonb_strip_nulls(coalesce(response_data_subacquirer_integration, '{}'))
     WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [id, JSON.stringify(data)],
  );
  return row as Payment;
}

export interface StatusMove {
  to: PaymentStatus;
  paidAt: Date | null;
  refundedAt: Date | null;
  refundedCents: number;
  nextCheckAt: Date | null;
  now: Date;
}

/** Only out of PENDING: whoever came second finds no row to change. */
export async function moveFromPending(tx: Tx, id: number, move: StatusMove): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET status = $2, paid_at = $3, refunded_at = $4, refunded_cents = $5, next_check_at = $6,
       checks_done = 0, check_leased_until = NULL, updated_at = $7
     WHERE id = $1 AND status = 1 RETURNING ${PAYMENT_COLUMNS}`,
    [id, move.to, move.paidAt, move.refundedAt, move.refundedCents, move.nextCheckAt, move.now],
  );
  if (!row) throw new Error(`payment ${id} is not PENDING any more`);
  return row;
}

/**
 * A charge goes out again: "not found" proves nothing until it has had its time. Only while nothing is known of it: null when the
 * payment has ended or was issued meanwhile. Times rise, whatever the clocks say, so that whoever compares them sees every sending.
 */
export async function recordChargeSent(tx: Tx, id: number, now: Date): Promise<Payment | null> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET charge_sent_at = greatest($2, charge_sent_at + interval '1 millisecond')
     WHERE id = $1 AND status = 1 AND response_data_subacquirer_integration IS NULL RETURNING ${PAYMENT_COLUMNS}`,
    [id, now],
  );
  return row ?? null;
}

/** For background work, which looks after every merchant's payments. */
export async function findPayment(db: Db, id: number): Promise<Payment | null> {
  const [row] = await db.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1`, [id]);
  return row ?? null;
}
