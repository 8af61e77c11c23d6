import type { Db } from '../db/pool.ts';
import { type Direction, offsetOf, type Paging } from '../lists/list-query.rules.ts';
import { foldName } from './customers.rules.ts';

export const CUSTOMER_ORDER_COLUMNS = { created_at: 'created_at', name: 'name_folded', email: 'email' } as const;
export type CustomerOrderBy = keyof typeof CUSTOMER_ORDER_COLUMNS;

export interface CustomerSearch extends Paging {
  orderBy: CustomerOrderBy;
  direction: Direction;
  name?: string | undefined;
  document?: string | undefined;
}

export interface Customer {
  id: number;
  name: string;
  email: string;
  document: string;
  phone: string;
  created_at: Date;
}

/** One statement, so that page and total are of one snapshot. */
export async function searchCustomersOfMerchant(
  db: Db,
  merchantId: number,
  search: CustomerSearch,
): Promise<{ customers: Customer[]; total: number }> {
  const params: unknown[] = [merchantId];
  const conditions = ['merchant_id = $1'];
  if (search.name !== undefined) {
    params.push(foldName(search.name));
    // strpos, not LIKE: a % or _ in a name is a character like any other.
    conditions.push(`strpos(name_folded, $${params.length}) > 0`);
  }
  if (search.document !== undefined) {
    params.push(search.document);
    conditions.push(`document LIKE $${params.length} || '%'`);
  }
  const where = conditions.join(' AND ');
  const order = `${CUSTOMER_ORDER_COLUMNS[search.orderBy]} ${search.direction}, id ${search.direction}`;
  const [row] = await db.query<{ total: number; customers: Customer[] | null }>(
    `WITH page AS (
       SELECT id, name, name_folded, email, document, phone, created_at FROM customers WHERE ${where}
       ORDER BY ${order} LIMIT ${search.limit} OFFSET ${offsetOf(search)}
     )
     SELECT (SELECT count(*) FROM customers WHERE ${where}) AS total, (SELECT json_agg(page ORDER BY ${order}) FROM page) AS customers`,
    params,
  );
  const customers = (row?.customers ?? []).map((customer) => ({ ...customer, created_at: new Date(customer.created_at) }));
  return { customers, total: row?.total ?? 0 };
}
