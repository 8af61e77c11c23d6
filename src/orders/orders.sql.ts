import { type NewCustomer, storeCustomers } from '../customers/new-customers.sql.ts';
import type { Tx } from '../db/transaction.ts';
import { claimKeys, type NewKey } from '../idempotency/keys.sql.ts';
import { askPayments, type NewPayment, STORE_PAYMENTS } from '../payments/new-payments.sql.ts';
import type { Payment } from '../payments/payment.ts';
import { type NewShare, storeShares } from '../splits/new-shares.sql.ts';

/** All that the first write of an order stores, each part as its owner wants it, tied together by the payment's reference. */
export interface OrderRows {
  payment: NewPayment;
  customer: NewCustomer;
  shares: readonly NewShare[];
  key: NewKey | null;
}

/** Every part is its owner's; what is said here is only which orders are admitted: those whose key nobody else has. */
const STORE_ORDERS = `WITH ${[
  askPayments('$1'),
  "keyed_work AS (SELECT reference, 'payment' AS kind, id FROM asked_payments)",
  claimKeys('$2'),
  'admitted_payments AS (SELECT * FROM asked_payments WHERE reference NOT IN (SELECT reference FROM taken_keys))',
  storeCustomers('$3'),
  STORE_PAYMENTS,
  storeShares('$4'),
].join(', ')} SELECT * FROM stored_payments`;

/**
 * Any number of orders in one statement and one round trip. Null in place of an order whose key is taken: nothing of it is stored,
 * and the others are. A retry that the order's one live retry forbids fails the statement, so a retry is written alone.
 */
export async function insertOrders(tx: Tx, orders: readonly OrderRows[]): Promise<(Payment | null)[]> {
  const stored = await tx.query<Payment>(STORE_ORDERS, [
    JSON.stringify(orders.map(({ payment }) => payment)),
    JSON.stringify(orders.flatMap(({ key }) => key ?? [])),
    JSON.stringify(orders.map(({ customer }) => customer)),
    JSON.stringify(orders.flatMap(({ shares }) => shares)),
  ]);
  const byReference = new Map(stored.map((payment) => [payment.reference, payment]));
  return orders.map(({ payment }) => byReference.get(payment.reference) ?? null);
}
