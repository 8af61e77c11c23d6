import type { Db } from '../../ground/db/pool.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { joinPayment } from '../payments/payments.sql.ts';
import { DIVERGENCE_COLUMNS, type Divergence } from './divergences.sql.ts';

/** Over all merchants: for operators. No route of a merchant may use this file. */

/** Over all merchants, up to that many: what nobody has dealt with yet. */
export async function countOpenDivergences(db: Db, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM (SELECT FROM divergences WHERE resolved_at IS NULL LIMIT $1) open',
    [most],
  );
  return row?.count ?? 0;
}

export type OwnedDivergence = Divergence & { merchant_id: number };

/** Of every merchant, or of one: for operators. */
export async function listDivergencesOfAll(
  db: Db,
  { isResolved, merchantId }: { isResolved?: boolean | undefined; merchantId?: number | undefined },
  paging: Paging,
): Promise<ListPage<OwnedDivergence>> {
  const own = [
    'FROM divergences d WHERE ($1::bigint IS NULL OR d.merchant_id = $1)',
    ...(isResolved === undefined ? [] : [`d.resolved_at IS ${isResolved ? 'NOT NULL' : 'NULL'}`]),
  ].join(' AND ');
  const list = {
    ids: `SELECT d.id ${own}`,
    orderBy: 'id',
    direction: 'DESC',
    found: `SELECT d.id ${own}`,
    rows: `SELECT ${DIVERGENCE_COLUMNS}, d.merchant_id FROM page JOIN divergences d USING (id)`,
  } as const;
  return readPage(db, list, [merchantId ?? null], paging);
}

export async function findMerchantOfDivergence(db: Db, id: number): Promise<number | null> {
  const [row] = await db.query<{ merchant_id: number }>('SELECT merchant_id FROM divergences WHERE id = $1', [id]);
  return row?.merchant_id ?? null;
}

/**
 * What disagrees with a bank about a day: of payments that were paid then, and what was seen then or, by whoever
 * compares it, on the next day. Newest first, at most so many.
 */
export async function listDivergencesOfDay(
  db: Db,
  acquirer: string,
  { from, to, seenUntil }: { from: Date; to: Date; seenUntil: Date },
  limit: number,
): Promise<OwnedDivergence[]> {
  return db.query<OwnedDivergence>(
    `SELECT ${DIVERGENCE_COLUMNS}, d.merchant_id FROM divergences d ${joinPayment('d.payment_id')}
     WHERE coalesce(d.acquirer, payment.acquirer) = $1
       AND ((payment.paid_at >= $2 AND payment.paid_at < $3) OR (d.detected_at >= $2 AND d.detected_at < $4))
     ORDER BY d.id DESC LIMIT $5`,
    [acquirer, from, to, seenUntil, limit],
  );
}
