import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { REFERENCE_BEGINNING } from '../../rails/acquirers/boleto.ts';
import { SCHEDULE_AFTER_MOVES } from './checks/checks.sql.ts';
import type { AcquirerData, BoletoChange, Payment, StatusMove } from './payment.ts';
import { WAKE_CODES_AFTER_MOVES, wakeCode } from './slip-pix-codes/slip-pix-codes.sql.ts';
import { PENDING } from './status.rules.ts';

export const PAYMENT_COLUMNS = `
  id, merchant_id, company_id, customer_id, order_number, reference, public_token, status, payment_type, installments,
  amount_cents, refunded_cents, refunding_cents, fee_cents, fee_on_refund,
  customer_name, customer_email, customer_document, customer_phone, customer_address, customer_ip,
  items, shipping, metadata, payment_link_id, external_id, ordered_by_merchant, retry_of, retry_root, due_date,
  boleto_terms, expires_at, acquirer, pix_acquirer, received_by,
  response_data_subacquirer_integration AS acquirer_data, charge_sent_at,
  created_at, updated_at, paid_at, paid_cents, fine_paid_cents, interest_paid_cents, discount_given_cents, refunded_at,
  registration, requested_change, failure_reason, has_bound_receipts`;

const OF_MERCHANT = statement(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 AND merchant_id = $2`);

export async function findPaymentOfMerchant(db: Db, merchantId: number, id: number): Promise<Payment | null> {
  const [row] = await db.query<Payment>(OF_MERCHANT, [id, merchantId]);
  return row ?? null;
}

const BY_REFERENCE = statement(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE reference = ANY ($1::text[])`);

/** For background work, by reference, or by the beginning of one, where a bank has no room for the whole. */
export async function findPaymentsByReference(db: Db, references: readonly string[]): Promise<Map<string, Payment>> {
  const whole = references.filter(({ length }) => length !== REFERENCE_BEGINNING);
  const beginnings = references.filter(({ length }) => length === REFERENCE_BEGINNING);
  const found = await db.query<Payment>(BY_REFERENCE, [whole]);
  // The digits are hexadecimal: no letter of one sorts after the "g".
  const begun =
    beginnings.length === 0
      ? []
      : await db.query<Payment>(
          `SELECT ${PAYMENT_COLUMNS} FROM unnest($1::text[]) AS b(beginning)
     JOIN payments ON reference >= b.beginning AND reference < b.beginning || 'g'`,
          [beginnings],
        );
  return new Map([
    ...found.map((payment): [string, Payment] => [payment.reference, payment]),
    ...begun.map((payment): [string, Payment] => [payment.reference.slice(0, REFERENCE_BEGINNING), payment]),
  ]);
}

const LOCK_OF_MERCHANTS = statement(
  `SELECT ${PAYMENT_COLUMNS} FROM payments
   WHERE id = ANY ($1::bigint[]) AND (id, merchant_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))
   ORDER BY id FOR UPDATE`,
);

/** Those that there are and that belong to who asks, in rising order: two who take many never lock each other up. */
export async function lockPaymentsOfMerchants(
  tx: Tx,
  asked: readonly { merchantId: number; paymentId: number }[],
): Promise<Map<number, Payment>> {
  const rows = await tx.query<Payment>(LOCK_OF_MERCHANTS, [
    asked.map(({ paymentId }) => paymentId),
    asked.map(({ merchantId }) => merchantId),
  ]);
  return new Map(rows.map((payment) => [payment.id, payment]));
}

export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  const [row] = await tx.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 FOR UPDATE`, [id]);
  if (!row) throw new Error(`payment ${id} does not exist`);
  return row;
}

const LOCK_FREE = statement(
  `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED`,
);

/** Those of them that nobody else holds, in rising order: whoever takes many waits for none. */
export async function lockFreePayments(tx: Tx, ids: readonly number[]): Promise<Map<number, Payment>> {
  const rows = await tx.query<Payment>(LOCK_FREE, [ids]);
  return new Map(rows.map((payment) => [payment.id, payment]));
}

/** The merchant's payment by its own id or by the acquirer's. */
export async function findPaymentIdOfMerchant(
  db: Db,
  merchantId: number,
  idOrAcquirerId: string,
): Promise<number | null> {
  const isOwnId = /^\d{1,15}$/.test(idOrAcquirerId);
  const [row] = await db.query<{ id: number }>(
    isOwnId
      ? 'SELECT id FROM payments WHERE merchant_id = $1 AND id = $2::bigint'
      : `SELECT payment_id AS id FROM payment_acquirer_ids
         WHERE merchant_id = $1 AND acquirer_id = $2 ORDER BY payment_id LIMIT 1`,
    [merchantId, idOrAcquirerId],
  );
  return row?.id ?? null;
}

/**
 * For a statement over rows that name a payment in `idColumn`: whether it is this merchant's, or was issued
 * by this acquirer.
 */
export const isPaymentOfMerchant = (idColumn: string, merchantId: string) =>
  `EXISTS (SELECT FROM payments payment WHERE payment.id = ${idColumn} AND payment.merchant_id = ${merchantId})`;

export const isPaymentOfAcquirer = (idColumn: string, acquirer: string) =>
  `EXISTS (SELECT FROM payments payment
    WHERE payment.id = ${idColumn} AND ${acquirer} IN (payment.acquirer, payment.pix_acquirer))`;

/** For a statement over rows that name a payment in `idColumn`: the payment, as `payment`. */
export const joinPayment = (idColumn: string) => `JOIN payments payment ON payment.id = ${idColumn}`;

/** What is stored of what the acquirer issued, with what is still absent filled in, member by member. */
const filled = (issued: string) =>
  `${issued} || jsonb_strip_nulls(coalesce(response_data_subacquirer_integration, '{}'))`;

/**
 * Fills what is still absent and changes nothing else: a notification may have come first, and the id of a payment
 * exists only once it is paid. Answers with what is stored then.
 */
export async function fillAcquirerData(tx: Tx, id: number, data: AcquirerData): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET response_data_subacquirer_integration = ${filled('$2::jsonb')}
     WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [id, JSON.stringify(data)],
  );
  return row as Payment;
}

/** The caller holds its lock. */
export async function updateBoleto(tx: Tx, id: number, change: BoletoChange, at: Date): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `WITH ${wakeCode('$1', '$7')}
     UPDATE payments SET registration = $2::jsonb, requested_change = $3::jsonb, due_date = $4, expires_at = $5,
       updated_at = $7,
       response_data_subacquirer_integration = CASE WHEN $6::jsonb IS NULL THEN response_data_subacquirer_integration
         ELSE jsonb_set(response_data_subacquirer_integration, '{boleto}', $6::jsonb) END
     WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [
      id,
      change.registration && JSON.stringify(change.registration),
      change.requestedChange && JSON.stringify(change.requestedChange),
      change.dueDate,
      change.expiresAt,
      change.boleto && JSON.stringify(change.boleto),
      at,
    ],
  );
  return row as Payment;
}

/** The PIX code on a slip; null: none any more. The caller holds its lock. */
export async function setPixCode(tx: Tx, id: number, code: string | null): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET response_data_subacquirer_integration =
       jsonb_set(response_data_subacquirer_integration, '{pixQrCode}', coalesce(to_jsonb($2::text), 'null'))
     WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [id, code],
  );
  return row as Payment;
}

/** The caller holds its lock. */
export async function markReceiptsBound(tx: Tx, id: number): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET has_bound_receipts = true WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [id],
  );
  return row as Payment;
}

/**
 * Only out of PENDING: whoever came second finds no row to change. What the acquirer issued is filled in along with it,
 * where it was absent. The rows are the caller's already, by their locks.
 */
export async function moveFromPending(tx: Tx, moves: readonly StatusMove[]): Promise<Payment[]> {
  const moved = await tx.query<Payment>(MOVE_FROM_PENDING, [JSON.stringify(moves)]);
  if (moved.length !== moves.length) throw new Error(`of ${moves.length} payments, ${moved.length} were PENDING`);
  return moved;
}

const MOVE_FROM_PENDING = statement(`
  WITH moves AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS m(
      "paymentId" bigint, "to" smallint, "paidAt" timestamptz, "receivedBy" text, "received" jsonb,
      "refundedAt" timestamptz, "refundedCents" bigint, "failureReason" text, "issued" jsonb,
      "nextCheckAt" timestamptz, "at" timestamptz)
  ), moved_payments AS (
    UPDATE payments SET status = "to", paid_at = "paidAt", received_by = "receivedBy", refunded_at = "refundedAt",
      paid_cents = ("received" ->> 'paidCents')::bigint, fine_paid_cents = ("received" ->> 'fineCents')::bigint,
      interest_paid_cents = ("received" ->> 'interestCents')::bigint,
      discount_given_cents = ("received" ->> 'discountCents')::bigint,
      refunded_cents = "refundedCents", failure_reason = "failureReason", updated_at = "at",
      requested_change = NULL,
      response_data_subacquirer_integration =
        CASE WHEN "issued" IS NULL THEN response_data_subacquirer_integration ELSE ${filled('"issued"')} END
    FROM moves WHERE id = "paymentId" AND status = ${PENDING} RETURNING ${PAYMENT_COLUMNS}
  ), ${SCHEDULE_AFTER_MOVES}, ${WAKE_CODES_AFTER_MOVES}
  SELECT * FROM moved_payments`);

/**
 * A charge goes out again: "not found" proves nothing until it has had its time. Only while nothing is known of it:
 * null when the payment has ended or was issued meanwhile. Times rise, whatever the clocks say, so that whoever
 * compares them sees every sending.
 */
export async function recordChargeSent(tx: Tx, id: number, now: Date): Promise<Payment | null> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET charge_sent_at = greatest($2, charge_sent_at + interval '1 millisecond')
     WHERE id = $1 AND status = 1 AND response_data_subacquirer_integration IS NULL RETURNING ${PAYMENT_COLUMNS}`,
    [id, now],
  );
  return row ?? null;
}

/** The latest payment that tried this one again. */
export async function findRetryOf(db: Db, id: number): Promise<number | null> {
  const [row] = await db.query<{ id: number }>('SELECT id FROM payments WHERE retry_of = $1 ORDER BY id DESC LIMIT 1', [
    id,
  ]);
  return row?.id ?? null;
}

const BY_IDS = statement(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = ANY ($1::bigint[])`);
const BY_ID = statement(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1`);

/** For background work, which looks after every merchant's payments. */
export async function findPayments(db: Db, ids: readonly number[]): Promise<Map<number, Payment>> {
  const rows = await db.query<Payment>(BY_IDS, [ids]);
  return new Map(rows.map((payment) => [payment.id, payment]));
}

export async function findPayment(db: Db, id: number): Promise<Payment | null> {
  const [row] = await db.query<Payment>(BY_ID, [id]);
  return row ?? null;
}
