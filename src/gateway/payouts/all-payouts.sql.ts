import type { Db } from '../../ground/db/pool.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { joinDestination, MASKED_DESTINATION } from '../destinations/destinations.sql.ts';
import { FINDING, type PayoutFinding } from './findings.sql.ts';
import type { ListedPayout } from './interface/payout-list.sql.ts';
import { IS_OPEN } from './open-payouts.sql.ts';
import type { PayoutStatus } from './payout.ts';
import { PAYOUT } from './payouts.sql.ts';

/** What operators see of everybody's payouts, page by page. No route of a merchant may use this file. */

export interface EveryPayoutSearch {
  /** Not ended yet: the oldest first. Otherwise all, newest first. */
  isOpen: boolean;
  status?: PayoutStatus | undefined;
  merchantId?: number | undefined;
  acquirer?: string | undefined;
}

export async function searchEveryPayout(
  db: Db,
  { isOpen, status, merchantId, acquirer }: EveryPayoutSearch,
  paging: Paging,
): Promise<ListPage<ListedPayout>> {
  const asked = [
    `FROM payouts p WHERE ($1::text IS NULL OR p.status = $1) AND ($2::bigint IS NULL OR p.merchant_id = $2)`,
    '($3::text IS NULL OR p.acquirer = $3)',
    ...(isOpen ? [IS_OPEN] : []),
  ].join(' AND ');
  const direction = isOpen ? 'ASC' : 'DESC';
  const list = {
    ids: `SELECT p.id ${asked}`,
    orderBy: 'id',
    direction,
    found: `SELECT p.id ${asked}`,
    rows: `${LISTED} FROM page JOIN payouts p USING (id) ${joinDestination('p.destination_id')}`,
  } as const;
  return readPage(db, list, [status ?? null, merchantId ?? null, acquirer ?? null], paging);
}

const LISTED = `SELECT ${PAYOUT}, ${MASKED_DESTINATION} AS masked`;

/** Whoever's they are, by rising id. */
export async function listPayoutsById(db: Db, ids: readonly number[]): Promise<ListedPayout[]> {
  return db.query<ListedPayout>(
    `${LISTED} FROM payouts p ${joinDestination('p.destination_id')} WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id`,
    [ids],
  );
}

/** Open ones, the oldest first; or all, newest first. Of one payout where it is named. */
export async function searchFindings(
  db: Db,
  { isOpen, payoutId }: { isOpen: boolean; payoutId?: number | undefined },
  paging: Paging,
): Promise<ListPage<PayoutFinding>> {
  const asked = [
    'FROM payout_findings WHERE ($1::bigint IS NULL OR payout_id = $1)',
    ...(isOpen ? ['resolved_at IS NULL'] : []),
  ].join(' AND ');
  const list = {
    ids: `SELECT id ${asked}`,
    orderBy: 'id',
    direction: isOpen ? 'ASC' : 'DESC',
    found: `SELECT id ${asked}`,
    rows: `SELECT ${FINDING} FROM page JOIN payout_findings USING (id)`,
  } as const;
  return readPage(db, list, [payoutId ?? null], paging);
}

export interface ComparedPayouts {
  our_count: number;
  our_cents: number;
  bank_count: number;
  bank_cents: number;
  made_at: Date;
}

/** What left on a day, as we and the bank have it; null where nobody compared it. */
export async function findPayoutComparison(db: Db, acquirer: string, day: string): Promise<ComparedPayouts | null> {
  const [row] = await db.query<ComparedPayouts>(
    `SELECT our_count, our_cents, bank_count, bank_cents, made_at FROM payout_comparisons
     WHERE acquirer = $1 AND day = $2`,
    [acquirer, day],
  );
  return row ?? null;
}
