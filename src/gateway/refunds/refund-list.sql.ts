import type { Db } from '../../ground/db/pool.ts';
import type { Direction, Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { isPaymentOfMerchant, joinPayment } from '../payments/payments.sql.ts';
import type { Refund, RefundKind } from './refunds.sql.ts';

export interface RefundSearch extends Paging {
  direction: Direction;
  status?: Refund['status'] | undefined;
  company_id?: number | undefined;
  createdAtStart?: Date | undefined;
  createdAtEnd?: Date | undefined;
}

export interface RefundRecord {
  id: number;
  payment_id: number;
  order_number: string;
  company_id: number;
  kind: RefundKind;
  status: Refund['status'];
  amount_cents: number;
  description: string | null;
  requested_at: Date;
  settled_at: Date | null;
  way_acquirer: string | null;
  failure_reason: string | null;
}

export const REFUND_RECORD = `r.id, r.payment_id, payment.order_number, payment.company_id, r.kind, r.status,
  r.amount_cents, r.description, r.requested_at, r.settled_at, r.way_acquirer, r.failure_reason`;

/** By when they were asked for. */
export async function searchRefundsOfMerchant(
  db: Db,
  merchantId: number,
  search: RefundSearch,
): Promise<ListPage<RefundRecord>> {
  const params: unknown[] = [];
  const conditions = [
    ['merchant_id =', merchantId],
    ['status =', search.status],
    ['company_id =', search.company_id],
    ['requested_at >=', search.createdAtStart],
    ['requested_at <=', search.createdAtEnd],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([condition, value]) => `${condition} $${params.push(value)}`);
  const { direction } = search;
  const asked = `FROM refunds WHERE ${conditions.join(' AND ')}`;
  const list = {
    ids: `SELECT id ${asked}`,
    orderBy: 'requested_at',
    direction,
    found: `SELECT id, requested_at ${asked} ORDER BY requested_at ${direction}, id ${direction}`,
    rows: `SELECT ${REFUND_RECORD} FROM page JOIN refunds r USING (id) ${joinPayment('r.payment_id')}`,
  };
  return readPage(db, list, params, search);
}

export async function findRefundOfMerchant(db: Db, merchantId: number, id: number): Promise<RefundRecord | null> {
  const [row] = await db.query<RefundRecord>(
    `SELECT ${REFUND_RECORD} FROM refunds r ${joinPayment('r.payment_id')}
     WHERE r.id = $1 AND ${isPaymentOfMerchant('r.payment_id', '$2')}`,
    [id, merchantId],
  );
  return row ?? null;
}

export interface RefundOfPayment {
  id: number;
  payment_id: number;
  kind: RefundKind;
  status: Refund['status'];
  amount_cents: number;
  description: string | null;
  requested_at: Date;
  settled_at: Date | null;
}

export async function listRefundsOfPayments(db: Db, paymentIds: readonly number[]): Promise<RefundOfPayment[]> {
  return db.query(
    `SELECT id, payment_id, kind, status, amount_cents, description, requested_at, settled_at FROM refunds
     WHERE payment_id = ANY ($1::bigint[]) ORDER BY id`,
    [paymentIds],
  );
}

export type OpenRefund = Pick<Refund, 'id' | 'payment_id' | 'amount_cents' | 'seen_at' | 'refused_at'> & {
  requested_at: Date;
};

/** Those under way, the oldest first; all of them are due for a look some time. */
export async function listOpenRefunds(db: Db, most: number): Promise<OpenRefund[]> {
  return db.query(
    `SELECT id, payment_id, amount_cents, requested_at, seen_at, refused_at FROM refunds
     WHERE next_check_at IS NOT NULL ORDER BY requested_at, id LIMIT ${most}`,
  );
}
