import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { foldName } from './customers.rules.ts';
import { REMOVED_NAME, removedDocument } from './removed.rules.ts';

/** All that is stored of a customer. */
export interface StoredCustomer {
  id: number;
  document: string;
  name: string;
  email: string;
  phone: string;
  created_at: Date;
  updated_at: Date;
}

const STORED = 'id, document, name, email, phone, created_at, updated_at';

export async function readCustomerOfMerchant(db: Db, merchantId: number, id: number): Promise<StoredCustomer | null> {
  const [row] = await db.query<StoredCustomer>(`SELECT ${STORED} FROM customers WHERE merchant_id = $1 AND id = $2`, [
    merchantId,
    id,
  ]);
  return row ?? null;
}

export async function findCustomerIdByDocument(db: Db, merchantId: number, document: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>('SELECT id FROM customers WHERE merchant_id = $1 AND document = $2', [
    merchantId,
    document,
  ]);
  return row?.id ?? null;
}

/** Orders of this customer wait: each of them writes this record. */
export async function lockCustomerOfMerchant(tx: Tx, merchantId: number, id: number): Promise<StoredCustomer | null> {
  const [row] = await tx.query<StoredCustomer>(
    `SELECT ${STORED} FROM customers WHERE merchant_id = $1 AND id = $2 FOR UPDATE`,
    [merchantId, id],
  );
  return row ?? null;
}

export async function removeCustomerData(tx: Tx, merchantId: number, id: number, at: Date): Promise<void> {
  await tx.query(
    `UPDATE customers SET document = $3, name = $4, name_folded = $5, email = '', phone = '', updated_at = $6
     WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id, removedDocument(id), REMOVED_NAME, foldName(REMOVED_NAME), at],
  );
}

export interface IdleCustomers {
  idle: { merchantId: number; customerId: number }[];
  /** The last that was looked at; null when there are no more. */
  lastId: number | null;
}

/** Of the next so many customers of all merchants, those whose record no order has touched since, and who have data. */
export async function listIdleCustomers(db: Db, after: number, since: Date, limit: number): Promise<IdleCustomers> {
  const rows = await db.query<{ id: number; merchant_id: number; document: string; updated_at: Date }>(
    'SELECT id, merchant_id, document, updated_at FROM customers WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
  );
  const idle = rows.filter(({ id, document, updated_at }) => updated_at < since && document !== removedDocument(id));
  return {
    idle: idle.map(({ id, merchant_id }) => ({ merchantId: merchant_id, customerId: id })),
    lastId: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}
