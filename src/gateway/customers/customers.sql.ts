import type { Db } from '../../ground/db/pool.ts';
import type { Direction, Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { countedCustomers } from './customer-counts.sql.ts';
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

const LISTED = `SELECT c.id, c.name, c.name_folded, c.email, c.document, c.phone, c.created_at
  FROM page JOIN customers c USING (id)`;

export async function searchCustomersOfMerchant(
  db: Db,
  merchantId: number,
  search: CustomerSearch,
): Promise<ListPage<Customer>> {
  const params: unknown[] = [merchantId];
  const conditions = ['merchant_id = $1'];
  if (search.name !== undefined) {
    const part = foldName(search.name);
    params.push(hasTrigram(part) ? `%${part.replace(/[\\%_]/g, '\\$&')}%` : part);
    // Only LIKE finds trigrams in their index. Without one, the merchant's own names are read through.
    conditions.push(
      hasTrigram(part) ? `name_folded LIKE $${params.length}` : `strpos(name_folded, $${params.length}) > 0`,
    );
  }
  if (search.document !== undefined) {
    params.push(search.document);
    conditions.push(`document LIKE $${params.length} || '%'`);
  }
  return readPage(db, { ...listOf(search, conditions), direction: search.direction, rows: LISTED }, params, search);
}

export async function findCustomerOfMerchant(db: Db, merchantId: number, id: number): Promise<Customer | null> {
  const [customer] = await db.query<Customer>(
    'SELECT id, name, email, document, phone, created_at FROM customers WHERE id = $1 AND merchant_id = $2',
    [id, merchantId],
  );
  return customer ?? null;
}

/** What a name matches is found once, for page and total. */
function listOf({ name, document, orderBy }: CustomerSearch, conditions: readonly string[]) {
  const [where, column] = [conditions.join(' AND '), CUSTOMER_ORDER_COLUMNS[orderBy]];
  if (name !== undefined) {
    return {
      with: `found AS MATERIALIZED (SELECT id, ${column} FROM customers WHERE ${where})`,
      ids: 'SELECT id FROM found WHERE true',
      orderBy: column,
      total: 'SELECT count(*) FROM found',
    };
  }
  return {
    ids: `SELECT id FROM customers WHERE ${where}`,
    orderBy: column,
    total: document === undefined ? countedCustomers('$1') : `SELECT count(*) FROM customers WHERE ${where}`,
  };
}
