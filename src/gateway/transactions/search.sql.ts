import type { Db } from '../../ground/db/pool.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import {
  customersNamedLike,
  customersWithEmail,
  customerWithDocument,
  namePattern,
} from '../customers/customer-parts.sql.ts';
import type { Payment, PaymentType } from '../payments/payment.ts';
import { countedPayments } from '../payments/payment-counts.sql.ts';
import { APPROVED, type FailureReason, REFUNDED } from '../payments/status.rules.ts';
import { ORDER_COLUMNS, type PaymentSearch } from './search.rules.ts';
import type { SearchTerm } from './search-term.rules.ts';

export interface ListedPayment {
  id: number;
  order_number: string;
  status: number;
  amount_cents: number;
  refunded_cents: number;
  company_id: number;
  expires_at: Date;
  payment_type: PaymentType;
  customer_name: string;
  customer_email: string;
  created_at: Date;
  updated_at: Date;
  paid_at: Date | null;
  failure_reason: FailureReason | null;
  external_id: string | null;
}

/** What a file holds besides. */
export type ExportedPayment = ListedPayment &
  Pick<
    Payment,
    'due_date' | 'boleto_terms' | 'paid_cents' | 'fine_paid_cents' | 'interest_paid_cents' | 'discount_given_cents'
  >;

const LISTED = `
  SELECT p.id, p.order_number, p.status, p.amount_cents, p.refunded_cents, p.company_id, p.expires_at, p.payment_type,
    p.customer_name, p.customer_email, p.created_at, p.updated_at, p.paid_at, p.failure_reason, p.external_id`;
const EXPORTED = `${LISTED}, p.due_date, p.boleto_terms, p.paid_cents, p.fine_paid_cents, p.interest_paid_cents,
    p.discount_given_cents`;

export async function searchPaymentsOfMerchant(
  db: Db,
  merchantId: number,
  search: PaymentSearch,
): Promise<ListPage<ListedPayment>> {
  const { all, size, params } = await conditionsOf(db, merchantId, search);
  const list = {
    ids: `SELECT id FROM payments WHERE ${all}`,
    orderBy: ORDER_COLUMNS[search.orderBy],
    direction: search.direction,
    ...size,
    rows: `${LISTED} FROM page JOIN payments p USING (id)`,
  };
  return readPage(db, list, params, search);
}

/** The ids of all that is found, in its order; null where there are more than `atMost`. */
export async function listPaymentIdsOfMerchant(
  db: Db,
  merchantId: number,
  search: PaymentSearch,
  atMost: number,
): Promise<number[] | null> {
  const { all, size, params } = await conditionsOf(db, merchantId, search);
  const { direction } = search;
  const order = `ORDER BY ${ORDER_COLUMNS[search.orderBy]} ${direction}, id ${direction}`;
  const most = `LIMIT ${atMost + 1}`;
  const rows = await db.query<{ id: number }>(
    'found' in size
      ? `WITH found AS MATERIALIZED (SELECT * FROM (${size.found}) AS one ${most}) SELECT id FROM found ${order}`
      : `SELECT id FROM payments WHERE ${all} ${order} ${most}`,
    params,
  );
  return rows.length > atMost ? null : rows.map(({ id }) => id);
}

/** In the order of their ids here. */
export async function listPaymentsOfMerchant(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<ExportedPayment[]> {
  return db.query(
    `${EXPORTED} FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN payments p ON p.id = asked.id
     WHERE p.merchant_id = $1 ORDER BY asked.place`,
    [merchantId, ids],
  );
}

interface Conditions {
  all: string;
  size: { total: string } | { found: string };
  params: unknown[];
}

const PARTLY_REFUNDED = `status = ${APPROVED} AND refunded_cents > 0`;
/** `refunded` in terms of what is stored. */
const REFUNDED_SO_FAR = {
  none: 'refunded_cents = 0',
  partial: PARTLY_REFUNDED,
  full: `status = ${REFUNDED}`,
} as const;

/**
 * Which payments are asked for: by what they are counted by; by what is counted when it is asked for, within the time
 * that a statement of lists has; and by what may be found in an index, and is counted only so far.
 */
async function conditionsOf(db: Db, merchantId: number, search: PaymentSearch): Promise<Conditions> {
  const params: unknown[] = [];
  const parameter = (value: unknown) => `$${params.push(value)}`;
  const narrow = (conditions: [condition: string, value: unknown][]) =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => condition.replace('?', parameter(value)));
  const counted = narrow([
    ['merchant_id = ?', merchantId],
    ['status = ANY (?::smallint[])', search.status],
    ['payment_type = ?', search.type],
    ['company_id = ?', search.company_id],
  ]);
  const exact = narrow([
    ['customer_id = ?', search.customer_id],
    ['amount_cents >= ?', search.amountStart],
    ['amount_cents <= ?', search.amountEnd],
    ['created_at >= ?', search.createdAtStart],
    ['created_at <= ?', search.createdAtEnd],
  ]);
  const paid = narrow([
    ['paid_at >= ?', search.paidAtStart],
    ['paid_at <= ?', search.paidAtEnd],
  ]);
  const named = narrow([
    ['payment_link_id = ?', search.payment_link_id],
    ['external_id = ?', search.external_id],
  ]);
  const refunded = search.refunded ? [REFUNDED_SO_FAR[search.refunded]] : [];
  const meant = search.q ? await meaningOf(db, merchantId, search.q, parameter) : {};
  const own = [...counted, ...exact, ...paid, ...named, ...refunded, ...(meant.payments ? [meant.payments] : [])];
  const all = [...own, ...(meant.customers ? [isOneOf(meant.customers)] : [])].join(' AND ');

  const columns = `id, ${ORDER_COLUMNS[search.orderBy]}`;
  if (meant.customers) return { all, size: { found: foundByCustomer(columns, meant.customers, own) }, params };
  if (paid.length + named.length > 0 || meant.payments) {
    const soonest = paid.length > 0 && named.length === 0 && !meant.payments ? 'paid_at' : 'created_at';
    return { all, size: { found: `SELECT ${columns} FROM payments WHERE ${all} ORDER BY ${soonest} DESC` }, params };
  }
  const isCounted = exact.length === 0 && search.refunded !== 'partial';
  const total = isCounted ? countedTotal(counted, search.refunded) : `SELECT count(*) FROM payments WHERE ${all}`;
  return { all, size: { total }, params };
}

/** What is refunded whole has a status of its own, and is counted by it; what is refunded in part is in an index. */
function countedTotal(counted: readonly string[], refunded: PaymentSearch['refunded']): string {
  const where = counted.join(' AND ');
  if (refunded === 'full') return countedPayments(`${where} AND ${REFUNDED_SO_FAR.full}`);
  if (refunded !== 'none') return countedPayments(where);
  const notWhole = countedPayments(`${where} AND status <> ${REFUNDED}`);
  return `SELECT (${notWhole}) - (SELECT count(*) FROM payments WHERE ${where} AND ${PARTLY_REFUNDED})`;
}

/**
 * For a list in its order, payment by payment: read only where the customers have so many that it soon comes upon some.
 * The offset keeps the planner from going by customer after all, and sorting what they have.
 */
const isOneOf = (customers: string) => `EXISTS (${customers} AND id = payments.customer_id OFFSET 0)`;

/** Customer by customer, in the index of their payments: for a common name the planner would read all payments. */
function foundByCustomer(columns: string, customers: string, own: readonly string[]): string {
  return `SELECT p.* FROM (${customers} OFFSET 0) AS c CROSS JOIN LATERAL (
    SELECT ${columns} FROM payments WHERE customer_id = c.id AND ${own.join(' AND ')} OFFSET 0) AS p`;
}

const IN_FULL = `
  SELECT EXISTS (SELECT FROM payments WHERE id = $2::bigint AND merchant_id = $1) AS id,
    EXISTS (SELECT FROM payments WHERE order_number = $3 AND merchant_id = $1) AS "orderNumber",
    EXISTS (SELECT FROM payments WHERE merchant_id = $1 AND external_id = $4) AS "externalId",
    (${customerWithDocument('$1', '$5')}) AS customer`;

/** What was searched for: a condition on payments, or a SELECT of the ids of customers. */
interface Meaning {
  payments?: string;
  customers?: string;
}

/**
 * What is found in full is meant: an id, an order number, an external id, a document. Only where there is none of them
 * is an e-mail or the beginning of a name looked for. That way each condition can be looked up in an index, and nothing
 * is ever searched for inside the text of a payment.
 */
async function meaningOf(
  db: Db,
  merchantId: number,
  { id, orderNumber, externalId, document, email, name }: SearchTerm,
  parameter: (value: unknown) => string,
): Promise<Meaning> {
  const [found] = await db.query<{ id: boolean; orderNumber: boolean; externalId: boolean; customer: number | null }>(
    IN_FULL,
    [merchantId, id, orderNumber, externalId, document],
  );
  const meant = [
    ...(found?.id ? [`id = ${parameter(id)}`] : []),
    ...(found?.orderNumber ? [`order_number = ${parameter(orderNumber)}`] : []),
    ...(found?.externalId ? [`external_id = ${parameter(externalId)}`] : []),
    ...(found?.customer ? [`customer_id = ${parameter(found.customer)}`] : []),
  ];
  if (meant.length > 0) return { payments: `(${meant.join(' OR ')})` };
  if (email !== null) {
    const emails = `${parameter([...new Set([email, email.toLowerCase()])])}::text[]`;
    return { customers: customersWithEmail(parameter(merchantId), emails) };
  }
  if (name !== null) return { customers: customersNamedLike(parameter(merchantId), parameter(namePattern(name))) };
  return { payments: 'false' };
}
