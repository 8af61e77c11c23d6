import { SCHEDULE_FIRST_CHECKS } from './checks/checks.sql.ts';
import type { Payment } from './payment.ts';
import { STORE_CODES } from './slip-pix-codes/slip-pix-codes.sql.ts';

/** What is stored of a payment when it is ordered. The rest comes with its customer or has a default. */
const ORDERED = [
  'merchant_id',
  'company_id',
  'order_number',
  'reference',
  'public_token',
  'payment_type',
  'installments',
  'amount_cents',
  'fee_cents',
  'fee_on_refund',
  'customer_document',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_address',
  'customer_ip',
  'items',
  'shipping',
  'metadata',
  'payment_link_id',
  'external_id',
  'ordered_by_merchant',
  'retry_of',
  'retry_root',
  'due_date',
  'boleto_terms',
  'expires_at',
  'created_at',
  'updated_at',
  'charge_sent_at',
] as const satisfies (keyof Payment)[];

/** A payment that is about to be stored. Its reference ties the other parts of its order to it. */
export interface NewPayment extends Pick<Payment, (typeof ORDERED)[number]> {
  acquirer: string;
  pix_acquirer: string | null;
}

const COLUMNS = [...ORDERED, 'acquirer', 'pix_acquirer'].join(', ');

/**
 * What a payment is only once it is stored. Metadata, because `jsonb` keeps them in an order of its own, and every
 * answer gives them in that one.
 */
const GIVEN = `id, customer_id, status, metadata, refunded_cents, refunding_cents,
  response_data_subacquirer_integration AS acquirer_data, paid_at, paid_cents, fine_paid_cents,
  interest_paid_cents, discount_given_cents, refunded_at, registration, requested_change, failure_reason,
  has_bound_receipts, received_by`;

/** What the statement that stores orders answers for each. */
export type StoredPayment = Pick<Payment, 'reference' | 'metadata'> & Omit<Payment, keyof NewPayment>;

/** The rest of it is what was asked for: the database does not send it back. */
export function paymentOf(asked: NewPayment, stored: StoredPayment): Payment {
  return { ...asked, ...stored };
}

/**
 * Part of the statement that stores orders. Gives `asked_payments (id, reference)`: one for each of the record set
 * `payments`, with the id that it will have, so that a key can name its payment before the row is there.
 */
export const askPayments = (payments: string) => `
  asked_payments AS MATERIALIZED (
    SELECT nextval('payments_id_seq') AS id, reference FROM jsonb_to_recordset(${payments}) AS p(reference text)
  )`;

/**
 * The second part. Reads the same record set with the types of the table, `admitted_payments`, which are of
 * `asked_payments`, and `stored_customers`; gives `stored_payments`.
 */
export const storePayments = (payments: string) => `
  stored_payments AS (
    INSERT INTO payments (id, customer_id, ${COLUMNS}) OVERRIDING SYSTEM VALUE
    SELECT a.id, c.id, ${COLUMNS.replaceAll(/\w+/g, 'p.$&')}
    FROM admitted_payments a JOIN jsonb_populate_recordset(NULL::payments, ${payments}) p USING (reference)
    JOIN stored_customers c ON c.merchant_id = p.merchant_id AND c.document = p.customer_document
    RETURNING reference, created_at, pix_acquirer, ${GIVEN}
  ), ${SCHEDULE_FIRST_CHECKS}, ${STORE_CODES}`;
