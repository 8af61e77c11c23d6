import type { Db } from '../db/pool.ts';
import { offsetOf } from '../lists/list-query.rules.ts';
import type { PaymentType } from '../payments/payment.ts';
import { ORDER_COLUMNS, type PaymentSearch } from './search.rules.ts';

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
}

/**
 * One statement, so that page and total are of one snapshot. The page is found by id on an index first and its rows are
 * fetched after, so that an offset walks over index entries and not over whole payments.
 */
export async function searchPaymentsOfMerchant(
  db: Db,
  merchantId: number,
  search: PaymentSearch,
): Promise<{ payments: ListedPayment[]; total: number }> {
  const { conditions, params } = conditionsOf(merchantId, search);
  const order = `${ORDER_COLUMNS[search.orderBy]} ${search.direction}, id ${search.direction}`;
  const [row] = await db.query<{ total: number; payments: ListedPayment[] | null }>(
    `WITH page AS (
       SELECT id, ${ORDER_COLUMNS[search.orderBy]} FROM payments WHERE ${conditions}
       ORDER BY ${order} LIMIT ${search.limit} OFFSET ${offsetOf(search)}
     ), listed AS (
       SELECT p.id, p.order_number, p.status, p.amount_cents, p.refunded_cents, p.company_id, p.expires_at, p.payment_type, p.customer_name, p.customer_email, p.created_at, p.updated_at
       FROM page JOIN payments p USING (id)
     )
     SELECT (SELECT count(*) FROM payments WHERE ${conditions}) AS total,
       (SELECT json_agg(listed ORDER BY ${order}) FROM listed) AS payments`,
    params,
  );
  const payments = (row?.payments ?? []).map((payment) => ({
    ...payment,
    created_at: new Date(payment.created_at),
    expires_at: new Date(payment.expires_at),
    updated_at: new Date(payment.updated_at),
  }));
  return { payments, total: row?.total ?? 0 };
}

function conditionsOf(merchantId: number, search: PaymentSearch): { conditions: string; params: unknown[] } {
  const params: unknown[] = [merchantId];
  const conditions = ['merchant_id = $1'];
  const narrow = (condition: string, value: unknown) => {
    if (value === undefined) return;
    params.push(value);
    conditions.push(`${condition} $${params.length}`);
  };
  if (search.status) {
    params.push(search.status);
    conditions.push(`status = ANY ($${params.length}::smallint[])`);
  }
  narrow('payment_type =', search.type);
  narrow('company_id =', search.company_id);
  narrow('customer_id =', search.customer_id);
  narrow('amount_cents >=', search.amountStart);
  narrow('amount_cents <=', search.amountEnd);
  narrow('created_at >=', search.createdAtStart);
  narrow('created_at <=', search.createdAtEnd);
  return { conditions: conditions.join(' AND '), params };
}
