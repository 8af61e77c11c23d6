import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { answerKeys, claimKeys, type KeyAnswer, type NewKey } from '../../ground/idempotency/keys.sql.ts';
import { type EventRow, storeEvents } from '../../news/events/events.sql.ts';
import { SCHEDULE_DELIVERIES } from '../../news/webhooks/deliveries/outbox.sql.ts';
import { type NewCustomer, storeCustomers } from '../customers/new-customers.sql.ts';
import { type IssuedPayment, issuePayments, type PaymentAfterIssue } from '../payments/issued-payments.sql.ts';
import {
  askPayments,
  type NewPayment,
  paymentOf,
  type StoredPayment,
  storePayments,
} from '../payments/new-payments.sql.ts';
import type { AcquirerData, Payment, StoredRegistration } from '../payments/payment.ts';
import { type NewShare, storeShares } from '../splits/new-shares.sql.ts';

/**
 * All that the first write of an order stores, each part as its owner wants it, tied together by
 * the payment's reference.
 */
export interface OrderRows {
  payment: NewPayment;
  customer: NewCustomer;
  shares: readonly NewShare[];
  key: NewKey | null;
}

/**
 * Every part is its owner's; what is said here is only which orders are admitted: those whose key nobody else has. It
 * stands whole in `db/statements/store-orders.sql`.
 */
export const STORE_ORDERS = statement(
  `WITH ${[
    askPayments('$1'),
    "keyed_work AS (SELECT reference, 'payment' AS kind, id FROM asked_payments)",
    claimKeys('$2'),
    'admitted_payments AS (SELECT * FROM asked_payments WHERE reference NOT IN (SELECT reference FROM taken_keys))',
    storeCustomers('$3'),
    storePayments('$1'),
    storeShares('$4'),
  ].join(', ')} SELECT * FROM stored_payments`,
);

/**
 * Any number of orders in one statement and one round trip. Null in place of an order whose key is taken: nothing of
 * it is stored, and the others are. A retry that the order's one live retry forbids fails the statement, so a retry
 * is written alone.
 */
export async function insertOrders(tx: Tx, orders: readonly OrderRows[]): Promise<(Payment | null)[]> {
  const stored = await tx.query<StoredPayment>(STORE_ORDERS, [
    JSON.stringify(orders.map(({ payment }) => payment)),
    JSON.stringify(orders.flatMap(({ key }) => key ?? [])),
    JSON.stringify(orders.map(({ customer }) => customer)),
    JSON.stringify(orders.flatMap(({ shares }) => shares)),
  ]);
  const byReference = new Map(stored.map((payment) => [payment.reference, payment]));
  return orders.map(({ payment: asked }) => {
    const payment = byReference.get(asked.reference);
    return payment ? paymentOf(asked, payment) : null;
  });
}

/**
 * All that the second write of an order stores: what the acquirer issued, the event, and the answer where a key
 * waits for it.
 */
export interface IssueRows {
  payment: Payment;
  issued: AcquirerData;
  /** Of a boleto that its bank registers later. */
  registration: StoredRegistration | null;
  event: EventRow;
  /** Right only if the payment is pending and holds just what was issued now; kept only then. */
  answer: KeyAnswer | null;
}

export interface Issued {
  /** As it is stored then. */
  payment: Payment;
  isAnswerKept: boolean;
  /** Whether this write, or another one with it, has left something to be delivered. */
  hasDeliveries: boolean;
}

/**
 * The payments are locked before anything is said about them: whoever else has news of one waits, or has spoken first.
 */
export const ISSUE_ORDERS = statement(`WITH ${[
  issuePayments('$1'),
  "speaking_subjects AS (SELECT 'payment' AS kind, id FROM issued_payments)",
  storeEvents('$2'),
  SCHEDULE_DELIVERIES,
  `answered_work AS (
    SELECT p.id FROM issued_payments p JOIN asked_issues i ON i.payment_id = p.id
    WHERE p.status = 1 AND p.acquirer_data = i.issued)`,
  answerKeys('$3'),
].join(', ')}
  SELECT p.*, p.id IN (SELECT work_id FROM answered_keys) AS is_answer_kept,
    EXISTS (SELECT FROM scheduled_deliveries) AS has_deliveries
  FROM issued_payments p`);

type IssuedRow = PaymentAfterIssue & { is_answer_kept: boolean; has_deliveries: boolean };

/**
 * Any number of orders, as with `insertOrders`; null in place of one whose payment does not exist. Each payment once,
 * in rising order, so that no two statements wait in a circle.
 */
export async function issueOrders(tx: Tx, orders: readonly IssueRows[]): Promise<(Issued | null)[]> {
  const rising = orders.toSorted((one, other) => one.payment.id - other.payment.id);
  const rows = await tx.query<IssuedRow>(ISSUE_ORDERS, [
    JSON.stringify(
      rising.map(({ payment: { id }, issued, registration }): IssuedPayment => {
        return { payment_id: id, issued, registration };
      }),
    ),
    JSON.stringify(rising.map(({ event }) => event)),
    JSON.stringify(rising.flatMap(({ answer }) => answer ?? [])),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders.map(({ payment }) => {
    const row = byId.get(payment.id);
    return row ? issuedIn(payment, row) : null;
  });
}

function issuedIn(stored: Payment, row: IssuedRow): Issued {
  const { is_answer_kept: isAnswerKept, has_deliveries: hasDeliveries, ...changed } = row;
  return { payment: { ...stored, ...changed }, isAnswerKept, hasDeliveries };
}
