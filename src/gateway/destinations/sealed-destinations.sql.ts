import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { SealedDestination } from './destination.ts';

export interface StoredSeal {
  id: number;
  sealed: string;
}

/** Of all merchants, for the operator's change of keys. What was emptied on behalf of a payer has nothing to open. */
export async function lockSealsAfter(tx: Tx, afterId: number, limit: number): Promise<StoredSeal[]> {
  return tx.query(
    `SELECT id, sealed FROM payout_destinations WHERE id > $1 AND sealed <> '' ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    [afterId, limit],
  );
}

/** Of all merchants the newest that are in use, for a look at whether they open. */
export async function listNewestSeals(db: Db, limit: number): Promise<StoredSeal[]> {
  return db.query('SELECT id, sealed FROM payout_destinations WHERE removed_at IS NULL ORDER BY id DESC LIMIT $1', [
    limit,
  ]);
}

/**
 * Where a twin was made meanwhile by a process that did not know the previous key, this one keeps the fingerprint it
 * has: both stay usable, and neither change of keys nor twin stops the other.
 */
export async function updateSeal(tx: Tx, id: number, { sealed, fingerprint }: SealedDestination): Promise<void> {
  await tx.query(
    `UPDATE payout_destinations d SET sealed = $2, fingerprint = CASE WHEN EXISTS (
       SELECT FROM payout_destinations t WHERE t.company_id = d.company_id AND t.fingerprint = $3 AND t.id <> d.id
         AND t.removed_at IS NULL AND t.blocked_at IS NULL AND t.refund_of IS NULL) THEN d.fingerprint ELSE $3 END
     WHERE d.id = $1`,
    [id, sealed, fingerprint],
  );
}
