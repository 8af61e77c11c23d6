import type { DbPool } from '../../ground/db/pool.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import { type Backup, forgetBackupsBefore, insertBackup } from './backups.sql.ts';

const KEPT_MS = 365 * 86_400_000;

/** Writes down that there is a backup, so that somebody notices when there is none. */
export async function noteBackup(db: DbPool, backup: Backup, now: Date): Promise<void> {
  await withTransaction(db, async (tx) => {
    await insertBackup(tx, backup, now);
    await forgetBackupsBefore(tx, new Date(now.getTime() - KEPT_MS));
  });
}
