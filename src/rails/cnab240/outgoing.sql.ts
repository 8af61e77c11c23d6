import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

/** A remessa that is stored and on its way into the outbox. */
export interface OutgoingFile {
  file_id: number;
  number: number;
  /** Where it stands whole in the outbox under another name, to be renamed; null: it is not whole yet. */
  whole_as: string | null;
}

export async function insertOutgoing(tx: Tx, acquirer: string, fileId: number, now: Date): Promise<void> {
  await tx.query('INSERT INTO cnab_outgoing (file_id, acquirer, created_at) VALUES ($1, $2, $3)', [
    fileId,
    acquirer,
    now,
  ]);
}

/** The oldest first. */
export async function listOutgoing(db: Db, acquirer: string, limit: number): Promise<OutgoingFile[]> {
  return db.query(
    `SELECT o.file_id, o.whole_as, f.number FROM cnab_outgoing o JOIN cnab_files f ON f.id = o.file_id
     WHERE o.acquirer = $1 ORDER BY o.file_id LIMIT $2`,
    [acquirer, limit],
  );
}

/** False: another one was whole first, and that one is renamed. */
export async function recordWhole(db: Db, fileId: number, place: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE cnab_outgoing SET whole_as = $2 WHERE file_id = $1 AND whole_as IS NULL RETURNING file_id',
    [fileId, place],
  );
  return rows.length > 0;
}

export async function deleteOutgoing(db: Db, fileId: number): Promise<void> {
  await db.query('DELETE FROM cnab_outgoing WHERE file_id = $1', [fileId]);
}

export async function deleteOutgoingBefore(tx: Tx, acquirer: string, nextFile: number): Promise<void> {
  await tx.query(
    `DELETE FROM cnab_outgoing o USING cnab_files f
     WHERE o.acquirer = $1 AND f.id = o.file_id AND f.number < $2`,
    [acquirer, nextFile],
  );
}
