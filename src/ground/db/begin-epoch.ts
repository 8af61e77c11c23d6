import { moveIdsAhead } from './cells.sql.ts';
import { insertEpoch } from './epochs.sql.ts';
import type { DbPool } from './pool.ts';
import { withTransaction } from './transaction.ts';

/** More than any installation draws between a backup and the moment when it is needed. */
const FAR_AHEAD = 2 ** 32;

/**
 * After a restore, before anybody is served: what was drawn since the backup is forgotten here, and known to people and
 * banks. No id and no reference is drawn twice: ids go on far above the highest that is known, and references begin
 * with another epoch. Needs the owner of the database.
 */
export async function beginEpoch(db: DbPool, restoredAt: Date): Promise<number> {
  return withTransaction(db, async (tx) => {
    await moveIdsAhead(tx, FAR_AHEAD);
    return insertEpoch(tx, restoredAt);
  });
}
