import type { Db } from '../../../ground/db/pool.ts';
import type { Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import { joinPayment } from '../../payments/payments.sql.ts';
import { REFUND_RECORD, type RefundRecord } from '../refund-list.sql.ts';

/** What operators see of everybody's refunds. No route of a merchant may use this file. */

export interface EveryRefund extends RefundRecord {
  merchant_id: number;
  /** Of its payment; `way_acquirer` where another one sends it. */
  acquirer: string;
  reference: string;
  /** When the bank first showed it, and when it refused to send it. */
  seen_at: Date | null;
  refused_at: Date | null;
}

const EVERY = `${REFUND_RECORD}, r.merchant_id, payment.acquirer, r.reference, r.seen_at, r.refused_at`;

/** Those under way, the oldest first; or all, newest first. */
export async function searchEveryRefund(
  db: Db,
  { isOpen, merchantId }: { isOpen: boolean; merchantId?: number | undefined },
  paging: Paging,
): Promise<ListPage<EveryRefund>> {
  const asked = [
    'FROM refunds WHERE ($1::bigint IS NULL OR merchant_id = $1)',
    // As the index of those that are looked at again has it.
    ...(isOpen ? ['next_check_at IS NOT NULL'] : []),
  ].join(' AND ');
  const list = {
    ids: `SELECT id ${asked}`,
    orderBy: 'id',
    direction: isOpen ? 'ASC' : 'DESC',
    found: `SELECT id ${asked}`,
    rows: `SELECT ${EVERY} FROM page JOIN refunds r USING (id) ${joinPayment('r.payment_id')}`,
  } as const;
  return readPage(db, list, [merchantId ?? null], paging);
}

export async function findEveryRefund(db: Db, id: number): Promise<EveryRefund | null> {
  const [row] = await db.query<EveryRefund>(
    `SELECT ${EVERY} FROM refunds r ${joinPayment('r.payment_id')} WHERE r.id = $1`,
    [id],
  );
  return row ?? null;
}
