import type { Db } from '../../ground/db/pool.ts';
import type { Payout } from './payout.ts';
import { PAYOUT } from './payouts.sql.ts';

/** What operators see of everybody's payouts. No route of a merchant may use this file. */

/** As the index of open payouts has it. */
export const IS_OPEN = "p.status IN ('AWAITING_APPROVAL', 'REQUESTED', 'SENT')";

/** Newest first; or only those that have not ended, the oldest first. */
export async function listEveryPayout(
  db: Db,
  { isOpenOnly, limit }: { isOpenOnly: boolean; limit: number },
): Promise<Payout[]> {
  if (!isOpenOnly) return db.query<Payout>(`SELECT ${PAYOUT} FROM payouts p ORDER BY p.id DESC LIMIT $1`, [limit]);
  return db.query<Payout>(`SELECT ${PAYOUT} FROM payouts p WHERE ${IS_OPEN} ORDER BY p.id LIMIT $1`, [limit]);
}

export interface OpenPayouts {
  requested: number;
  sent: number;
  awaitingApproval: number;
  oldestRequestedAt: Date | null;
  oldestSentAt: Date | null;
}

export async function measureOpenPayouts(db: Db): Promise<OpenPayouts> {
  const [row] = await db.query<OpenPayouts>(
    `SELECT count(*) FILTER (WHERE p.status = 'REQUESTED') AS requested,
       count(*) FILTER (WHERE p.status = 'SENT') AS sent,
       count(*) FILTER (WHERE p.status = 'AWAITING_APPROVAL') AS "awaitingApproval",
       min(coalesce(p.approved_at, p.requested_at)) FILTER (WHERE p.status = 'REQUESTED') AS "oldestRequestedAt",
       min(p.sent_at) FILTER (WHERE p.status = 'SENT') AS "oldestSentAt"
     FROM payouts p WHERE ${IS_OPEN}`,
  );
  return row as OpenPayouts;
}
