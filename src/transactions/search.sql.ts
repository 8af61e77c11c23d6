import type { Db } from '../db/pool.ts';
import { type ListPage, readPage } from '../lists/page.sql.ts';
import type { PaymentType } from '../payments/payment.ts';
import { countedPayments } from '../payments/payment-counts.sql.ts';
import type { FailureReason } from '../payments/status.rules.ts';
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
  paid_at: Date | null;
  failure_reason: FailureReason | null;
  external_id: string | null;
}

const LISTED = `
  SELECT p.id, p.order_number, p.status, p.amount_cents, p.refunded_cents, p.company_id, p.expires_at, p.payment_type,
    p.customer_name, p.customer_email, p.created_at, p.updated_at, p.paid_at, p.failure_reason, p.external_id
  FROM page JOIN payments p USING (id)`;

export async function searchPaymentsOfMerchant(
  db: Db,
  merchantId: number,
  search: PaymentSearch,
): Promise<ListPage<ListedPayment>> {
  const { counted, others, params } = conditionsOf(merchantId, search);
  const conditions = [...counted, ...others].join(' AND ');
  return readPage(
    db,
    {
      ids: `SELECT id FROM payments WHERE ${conditions}`,
      orderBy: ORDER_COLUMNS[search.orderBy],
      direction: search.direction,
      // Beyond what is kept count of, what is found is counted: within the time that a statement of lists has.
      total: others.length === 0 ? countedPayments(conditions) : `SELECT count(*) FROM payments WHERE ${conditions}`,
      rows: LISTED,
    },
    params,
    search,
  );
}

/** Which payments are asked for: by what they are counted by, and by anything else. */
function conditionsOf(
  merchantId: number,
  search: PaymentSearch,
): { counted: string[]; others: string[]; params: unknown[] } {
  const params: unknown[] = [];
  const narrow = (conditions: [condition: string, value: unknown][]) =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => condition.replace('?', `$${params.push(value)}`));
  const counted = narrow([
    ['merchant_id = ?', merchantId],
    ['status = ANY (?::smallint[])', search.status],
    ['payment_type = ?', search.type],
    ['company_id = ?', search.company_id],
  ]);
  const others = narrow([
    ['customer_id = ?', search.customer_id],
    ['amount_cents >= ?', search.amountStart],
    ['amount_cents <= ?', search.amountEnd],
    ['created_at >= ?', search.createdAtStart],
    ['created_at <= ?', search.createdAtEnd],
  ]);
  return { counted, others, params };
}
