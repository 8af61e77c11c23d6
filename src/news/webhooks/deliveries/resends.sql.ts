import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { CHUNK_SIZE } from '../../../ground/queues/chunks.ts';
import type { Subject } from '../../../ground/subjects/subject.rules.ts';

const MINUTE_MS = 60_000;

export interface ResendCount {
  count: number;
  endsAt: Date;
}

/**
 * Counts one more resend of the subject in its current minute, for all processes: the row stays locked until
 * the transaction ends.
 */
export async function countResend(tx: Tx, { kind, id }: Subject, now: Date): Promise<ResendCount> {
  const [row] = await tx.query<{ count: number; minute_began_at: Date }>(
    `INSERT INTO webhook_resends AS known (subject_kind, subject_id, minute_began_at, count) VALUES ($4, $1, $2, 1)
     ON CONFLICT (subject_id, subject_kind) DO UPDATE SET
       minute_began_at = CASE WHEN known.minute_began_at <= $3 THEN $2 ELSE known.minute_began_at END,
       count = CASE WHEN known.minute_began_at <= $3 THEN 1 ELSE known.count + 1 END
     RETURNING count, minute_began_at`,
    [id, now, new Date(now.getTime() - MINUTE_MS), kind],
  );
  const { count, minute_began_at } = row as { count: number; minute_began_at: Date };
  return { count, endsAt: new Date(minute_began_at.getTime() + MINUTE_MS) };
}

/** Deletes a chunk of the counts whose minute is over. Returns how many. */
export async function forgetResends(db: Db, now: Date): Promise<number> {
  const rows = await db.query(
    `DELETE FROM webhook_resends WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM webhook_resends WHERE minute_began_at <= $1
       ORDER BY minute_began_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))
     RETURNING subject_id`,
    [new Date(now.getTime() - MINUTE_MS)],
  );
  return rows.length;
}
