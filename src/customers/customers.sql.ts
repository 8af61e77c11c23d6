import type { Db } from '../db/pool.ts';
import { type Direction, offsetOf, type Paging } from '../lists/list-query.rules.ts';
import { foldName, hasTrigram } from './customers.rules.ts';

const CUSTOMER_ORDER_COLUMNS = { created_at: 'created_at', name: 'name_folded', email: 'email' } as const;

export interface CustomerSearch extends Paging {
  orderBy: keyof typeof CUSTOMER_ORDER_COLUMNS;
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

/**
 * One statement, so that page and total are of one snapshot. What a name matches is found once for both. The page is found by id
 * first and its rows are fetched after, so that an offset walks over index entries and not over whole customers.
 */
export async function searchCustomersOfMerchant(
  db: Db,
  merchantId: number,
  search: CustomerSearch,
): Promise<{ customers: Customer[]; total: number }> {
  const params: unknown[] = [merchantId];
  const conditions = ['merchant_id = $1'];
  if (search.name !== undefined) {
    const part = foldName(search.name);
    params.push(hasTrigram(part) ? `%${part.replace(/[\\%_]/g, '\\$&')}%` : part);
    // Only LIKE finds trigrams in their index. Without one, the merchant's own names are read through.
    conditions.push(hasTrigram(part) ? `name_folded LIKE $${params.length}` : `strpos(name_folded, $${params.length}) > 0`);
  }
  if (search.document !== undefined) {
    params.push(search.document);
    conditions.push(`document LIKE $${params.length} || '%'`);
  }
  const where = conditions.join(' AND ');
  const orderColumn = CUSTOMER_ORDER_COLUMNS[search.orderBy];
  const order = `${orderColumn} ${search.direction}, id ${search.direction}`;
  const [row] = await db.query<{ total: number; customers: Customer[] | null }>(
    `WITH found AS ${search.name === undefined ? 'NOT MATERIALIZED' : 'MATERIALIZED'} (
       SELECT id, ${orderColumn} FROM customers WHERE ${where}
     ), page AS (
       SELECT id FROM found ORDER BY ${order} LIMIT ${search.limit} OFFSET ${offsetOf(search)}
     ), listed AS (
       SELECT c.id, c.name, c.name_folded, c.email, c.document, c.phone, c.created_at FROM page JOIN customers c USING (id)
     )
     SELECT (SELECT count(*) FROM found) AS total, (SELECT json_agg(listed ORDER BY ${order}) FROM listed) AS customers`,
    params,
  );
  const customers = (row?.customers ?? []).map((customer) => ({ ...customer, created_at: new Date(customer.created_at) }));
  return { customers, total: row?.total ?? 0 };
}
