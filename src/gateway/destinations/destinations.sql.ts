import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Destination } from './destination.ts';

const DESTINATION = `d.id, d.merchant_id, d.company_id, d.kind, d.key_type, d.masked, d.sealed, d.is_own, d.refund_of,
  d.created_at, d.created_by, d.usable_at, d.blocked_at, d.block_reason, d.removed_at`;

/** Removed ones are not found; a company of another merchant has none. */
export async function findDestinationOfCompany(
  db: Db,
  { merchantId, companyId, destinationId }: { merchantId: number; companyId: number; destinationId: number },
): Promise<Destination | null> {
  const [row] = await db.query<Destination>(
    `SELECT ${DESTINATION} FROM payout_destinations d
     WHERE d.id = $1 AND d.company_id = $2 AND d.merchant_id = $3 AND d.removed_at IS NULL`,
    [destinationId, companyId, merchantId],
  );
  return row ?? null;
}

/** Removed ones too: what was asked for before is still sent there. */
export async function findDestination(db: Db, destinationId: number): Promise<Destination | null> {
  const [row] = await db.query<Destination>(`SELECT ${DESTINATION} FROM payout_destinations d WHERE d.id = $1`, [
    destinationId,
  ]);
  return row ?? null;
}

/** Nothing is sent there any more; entered anew, it is another. False where it was blocked before. */
export async function blockDestination(tx: Tx, destinationId: number, reason: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payout_destinations SET blocked_at = $2, block_reason = $3
     WHERE id = $1 AND blocked_at IS NULL RETURNING id`,
    [destinationId, at, reason],
  );
  return rows.length > 0;
}
