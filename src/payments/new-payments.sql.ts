import { SCHEDULE_FIRST_CHECKS } from './checks.sql.ts';
import type { Payment } from './payment.ts';
import { PAYMENT_COLUMNS } from './payments.sql.ts';

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
  'retry_of',
  'retry_root',
  'due_date',
  'expires_at',
  'created_at',
  'updated_at',
  'charge_sent_at',
] as const satisfies (keyof Payment)[];

/** A payment that is about to be stored. Its reference ties the other parts of its order to it. */
export interface NewPayment extends Pick<Payment, (typeof ORDERED)[number]> {
  acquirer: string;
}

const COLUMNS = [...ORDERED, 'acquirer'].join(', ');

/**
 * Part of the statement that stores orders. Gives `asked_payments (id, reference, …)`: the record set `payments`, read
 * with the types of the table, each with the id that it will have, so that a key can name its payment before the row is
 * there.
 */
export const askPayments = (payments: string) => `
  asked_payments AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('payments', 'id')) AS id, ${COLUMNS}
    FROM jsonb_populate_recordset(NULL::payments, ${payments})
  )`;

/**
 * The second part. Reads `admitted_payments`, which are of `asked_payments`, and `stored_customers`; gives
 * `stored_payments`.
 */
export const STORE_PAYMENTS = `
  stored_payments AS (
    INSERT INTO payments (id, customer_id, ${COLUMNS}) OVERRIDING SYSTEM VALUE
    SELECT p.id, c.id, ${COLUMNS.replaceAll(/\w+/g, 'p.$&')}
    FROM admitted_payments p
    JOIN stored_customers c ON c.merchant_id = p.merchant_id AND c.document = p.customer_document
    RETURNING ${PAYMENT_COLUMNS}
  ), ${SCHEDULE_FIRST_CHECKS}`;
