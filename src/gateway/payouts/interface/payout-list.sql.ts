import type { Db } from '../../../ground/db/pool.ts';
import type { Direction, Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import type { MaskedDestination } from '../../destinations/destination.ts';
import { joinDestination, MASKED_DESTINATION } from '../../destinations/destinations.sql.ts';
import type { Payout, PayoutStatus } from '../payout.ts';
import { PAYOUT } from '../payouts.sql.ts';

export interface PayoutSearch extends Paging {
  direction: Direction;
  status?: PayoutStatus | undefined;
  company_id?: number | undefined;
  createdAtStart?: Date | undefined;
  createdAtEnd?: Date | undefined;
}

/** A payout and, masked, where it goes. */
export interface ListedPayout extends Payout {
  masked: MaskedDestination;
}

const LISTED = `SELECT ${PAYOUT}, ${MASKED_DESTINATION} AS masked`;

/** By when they were asked for. */
export async function searchPayoutsOfMerchant(
  db: Db,
  merchantId: number,
  search: PayoutSearch,
): Promise<ListPage<ListedPayout>> {
  const { asked, params } = askedFor(merchantId, search);
  const { direction } = search;
  const list = {
    ids: `SELECT id ${asked}`,
    orderBy: 'requested_at',
    direction,
    found: `SELECT id, requested_at ${asked} ORDER BY requested_at ${direction}, id ${direction}`,
    rows: `${LISTED} FROM page JOIN payouts p USING (id) ${joinDestination('p.destination_id')}`,
  };
  return readPage(db, list, params, search);
}

/** The ids of all that is found, in its order; null where there are more than `atMost`. */
export async function listPayoutIdsOfMerchant(
  db: Db,
  merchantId: number,
  search: PayoutSearch,
  atMost: number,
): Promise<number[] | null> {
  const { asked, params } = askedFor(merchantId, search);
  const order = `requested_at ${search.direction}, id ${search.direction}`;
  const rows = await db.query<{ id: number }>(`SELECT id ${asked} ORDER BY ${order} LIMIT ${atMost + 1}`, params);
  return rows.length > atMost ? null : rows.map(({ id }) => id);
}

/** In the order of their ids here. */
export async function listPayoutsOfMerchant(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<ListedPayout[]> {
  return db.query(
    `${LISTED} FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN payouts p ON p.id = asked.id
     ${joinDestination('p.destination_id')} WHERE p.merchant_id = $1 ORDER BY asked.place`,
    [merchantId, ids],
  );
}

export async function findListedPayoutOfMerchant(db: Db, merchantId: number, id: number): Promise<ListedPayout | null> {
  const [row] = await listPayoutsOfMerchant(db, merchantId, [id]);
  return row ?? null;
}

function askedFor(merchantId: number, search: PayoutSearch): { asked: string; params: unknown[] } {
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
  return { asked: `FROM payouts WHERE ${conditions.join(' AND ')}`, params };
}
