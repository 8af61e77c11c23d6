import type { Db } from '../../ground/db/pool.ts';

export interface Backup {
  /** When the copy began: everything before is in it. */
  madeAt: Date;
  /** By `vintem backup`, or by something else that a script told of. */
  madeBy: 'vintem' | 'elsewhere';
  /** It was restored once, and the books held. */
  isProved: boolean;
  bytes: number | null;
}

export async function insertBackup(db: Db, { madeAt, madeBy, isProved, bytes }: Backup, notedAt: Date): Promise<void> {
  await db.query('INSERT INTO backups (made_at, noted_at, made_by, is_proved, bytes) VALUES ($1, $2, $3, $4, $5)', [
    madeAt,
    notedAt,
    madeBy,
    isProved,
    bytes,
  ]);
}

export async function forgetBackupsBefore(db: Db, notedBefore: Date): Promise<void> {
  await db.query('DELETE FROM backups WHERE noted_at < $1', [notedBefore]);
}

/** The newest that anybody told of. */
export async function findLatestBackup(db: Db): Promise<Backup | null> {
  const [row] = await db.query<Backup>(
    `SELECT made_at AS "madeAt", made_by AS "madeBy", is_proved AS "isProved", bytes FROM backups
     ORDER BY made_at DESC LIMIT 1`,
  );
  return row ?? null;
}
