import type { Db } from '../../../ground/db/pool.ts';
import type { Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';
import { IS_OPEN, RECEIPT_COLUMNS } from './unknown-receipts.sql.ts';

/** Of all banks and merchants: for operators. No route of a merchant may use this file. */

export interface ReceiptSearch {
  isOpen?: boolean | undefined;
  acquirer?: string | undefined;
  day?: string | undefined;
}

/** Newest first. */
export async function searchReceipts(
  db: Db,
  { isOpen, acquirer, day }: ReceiptSearch,
  paging: Paging,
): Promise<ListPage<UnknownReceipt>> {
  const asked = [
    'FROM unknown_receipts WHERE ($1::text IS NULL OR acquirer = $1) AND ($2::date IS NULL OR day = $2)',
    ...(isOpen === undefined ? [] : [isOpen ? IS_OPEN : `NOT (${IS_OPEN})`]),
  ].join(' AND ');
  const list = {
    ids: `SELECT id ${asked}`,
    orderBy: 'id',
    direction: 'DESC',
    found: `SELECT id ${asked}`,
    rows: `SELECT ${RECEIPT_COLUMNS} FROM page JOIN unknown_receipts USING (id)`,
  } as const;
  return readPage(db, list, [acquirer ?? null, day ?? null], paging);
}

export interface ReceiptBinding {
  bound_at: Date | null;
  bound_by: string | null;
  binding_reason: string | null;
}

/** With who said whose it is. */
export async function findReceipt(db: Db, id: number): Promise<(UnknownReceipt & ReceiptBinding) | null> {
  const [row] = await db.query<UnknownReceipt & ReceiptBinding>(
    `SELECT ${RECEIPT_COLUMNS}, bound_at, bound_by, binding_reason FROM unknown_receipts WHERE id = $1`,
    [id],
  );
  return row ?? null;
}

export interface BookedReceipt {
  amount_cents: number;
  company_id: number | null;
  booked_at: Date;
  booked_by: string;
  reason: string;
}

/** What was put into the books of it and taken out again, in this order. */
export async function listReceiptBookings(db: Db, receiptId: number): Promise<BookedReceipt[]> {
  return db.query(
    `SELECT amount_cents, company_id, booked_at, booked_by, reason FROM receipt_bookings
     WHERE receipt_id = $1 ORDER BY id`,
    [receiptId],
  );
}
