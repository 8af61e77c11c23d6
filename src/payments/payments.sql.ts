import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { FrozenShare } from '../splits/split.ts';
import type { AcquirerData, OrderAddress, OrderItem, Payment, Shipping } from './payment.ts';
import type { PaymentStatus } from './status.rules.ts';

const PAYMENT_COLUMNS = `
  id, merchant_id, company_id, customer_id, order_number, reference, public_token, status, payment_type, installments,
  amount_cents, refunded_cents, refunding_cents, fee_cents, fee_on_refund, customer_name, customer_email, customer_document, customer_phone, customer_address, customer_ip,
  items, shipping, metadata, payment_link_id, retry_of, retry_root, due_date, expires_at,
  acquirer, response_data_subacquirer_integration AS acquirer_data, charge_sent_at, checks_done,
  created_at, updated_at, paid_at, refunded_at`;

export interface NewPayment {
  merchantId: number;
  companyId: number;
  orderNumber: string;
  reference: string;
  publicToken: string;
  paymentType: 'pix' | 'invoice';
  amountCents: number;
  customer: {
    document: string;
    name: string;
    nameFolded: string;
    email: string;
    phone: string;
    address: OrderAddress | null;
    ip: string | null;
  };
  items: OrderItem[];
  shipping: Shipping;
  metadata: Record<string, string>;
  paymentLinkId: string | null;
  retryOf: number | null;
  retryRoot: number | null;
  /** False where the order's data are old or not the merchant's own: an existing record of the customer stays as it is. */
  updatesCustomer: boolean;
  feeCents: number;
  feeOnRefund: 'returned' | 'kept';
  shares: readonly FrozenShare[];
  dueDate: string | null;
  expiresAt: Date;
  acquirer: string;
  nextCheckAt: Date;
  now: Date;
}

/** Customer, payment and shares in one statement: one round trip on the hot path. A later order updates the customer's record. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<Payment> {
  const { customer } = payment;
  const [row] = await tx.query<Payment>(
    `WITH customer AS (
       INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
       ON CONFLICT (merchant_id, document) DO UPDATE SET
         name = CASE WHEN $28 THEN EXCLUDED.name ELSE customers.name END,
         name_folded = CASE WHEN $28 THEN EXCLUDED.name_folded ELSE customers.name_folded END,
         email = CASE WHEN $28 THEN EXCLUDED.email ELSE customers.email END,
         phone = CASE WHEN $28 THEN EXCLUDED.phone ELSE customers.phone END,
         updated_at = CASE WHEN $28 THEN EXCLUDED.updated_at ELSE customers.updated_at END
       RETURNING id
     ), payment AS (
     INSERT INTO payments (merchant_id, customer_id, customer_document, customer_name, customer_email, customer_phone,
       created_at, updated_at, charge_sent_at, installments, customer_address, customer_ip, company_id, order_number, reference,
       public_token, payment_type, amount_cents, items, shipping, metadata, payment_link_id, due_date, expires_at, acquirer, next_check_at,
       retry_of, fee_cents, fee_on_refund, retry_root)
     SELECT $1, customer.id, $2, $3, $5, $6, $7, $7, $7, 1, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       $24, $25, $26, $29
     FROM customer
     RETURNING ${PAYMENT_COLUMNS}
     ), shares AS (
       INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, type, amount_split,
         charge_fee, discount_gross_amount, share_cents, fee_cents)
       SELECT payment.id, s."position", s."companyId", s."companyName", s."source", s."merchantType", s."type", s."amountSplit",
         s."chargeFee", s."discountGrossAmount", s."shareCents", s."feeCents"
       FROM payment, jsonb_to_recordset($27) AS s("position" integer, "companyId" bigint, "companyName" text, "source" text,
         "merchantType" text, "type" text, "amountSplit" bigint, "chargeFee" boolean, "discountGrossAmount" boolean,
         "shareCents" bigint, "feeCents" bigint)
     )
     SELECT * FROM payment`,
    [
      payment.merchantId,
      customer.document,
      customer.name,
      customer.nameFolded,
      customer.email,
      customer.phone,
      payment.now,
      customer.address === null ? null : JSON.stringify(customer.address),
      customer.ip,
      payment.companyId,
      payment.orderNumber,
      payment.reference,
      payment.publicToken,
      payment.paymentType,
      payment.amountCents,
      JSON.stringify(payment.items),
      JSON.stringify(payment.shipping),
      JSON.stringify(payment.metadata),
      payment.paymentLinkId,
      payment.dueDate,
      payment.expiresAt,
      payment.acquirer,
      payment.nextCheckAt,
      payment.retryOf,
      payment.feeCents,
      payment.feeOnRefund,
      JSON.stringify(payment.shares),
      payment.updatesCustomer,
      payment.retryRoot,
    ],
  );
  return row as Payment;
}

export async function findPaymentOfMerchant(db: Db, merchantId: number, id: number): Promise<Payment | null> {
  const [row] = await db.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 AND merchant_id = $2`, [id, merchantId]);
  return row ?? null;
}

export async function findPaymentByReference(db: Db, reference: string): Promise<Payment | null> {
  const [row] = await db.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE reference = $1`, [reference]);
  return row ?? null;
}

export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  const [row] = await tx.query<Payment>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id = $1 FOR UPDATE`, [id]);
  if (!row) throw new Error(`payment ${id} does not exist`);
  return row;
}

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
