import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';

/** Nothing can come of a charge in these states; one that is paid can be given back, however old it is. */
const OVER = "('FAILED', 'CANCELLED', 'REFUNDED')";

/** The oldest charges that are over, with their refunds. One whose refund is under way stays. */
export async function removeOldestCharges(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  const [row] = await tx.query<Chunk<Date>>(
    `WITH oldest AS MATERIALIZED (
       SELECT reference, created_at FROM sandbox_acquirer.charges
       WHERE created_at >= coalesce($1::timestamptz, '-infinity') AND created_at < $2 AND status IN ${OVER}
       ORDER BY created_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), refunding AS MATERIALIZED (
       SELECT charge_reference FROM sandbox_acquirer.refunds
       WHERE charge_reference = ANY (ARRAY(SELECT reference FROM oldest)) AND status = 'PROCESSING'
     ), over AS MATERIALIZED (
       SELECT reference FROM oldest WHERE reference NOT IN (SELECT charge_reference FROM refunding)
     ), refunds AS (
       DELETE FROM sandbox_acquirer.refunds WHERE charge_reference = ANY (ARRAY(SELECT reference FROM over))
     ), charges AS (
       DELETE FROM sandbox_acquirer.charges WHERE reference = ANY (ARRAY(SELECT reference FROM over))
     )
     SELECT count(*) AS count, max(created_at) AS last FROM oldest`,
    [from, before],
  );
  return row as Chunk<Date>;
}

/** The oldest notifications, where they were closed before then. Ids rise with age, so no index by time is needed. */
export async function removeOldestNotifications(tx: Tx, afterId: number | null, before: Date): Promise<Chunk<number>> {
  const [row] = await tx.query<Chunk<number>>(
    `WITH oldest AS MATERIALIZED (
       SELECT id, created_at FROM sandbox_acquirer.notifications
       WHERE id > coalesce($1::bigint, 0) ORDER BY id LIMIT ${CHUNK_SIZE}
     ), old AS MATERIALIZED (
       SELECT id FROM oldest WHERE created_at < $2
     ), removed AS (
       DELETE FROM sandbox_acquirer.notifications WHERE closed_at < $2 AND id = ANY (ARRAY(SELECT id FROM old))
     )
     SELECT count(*) AS count, max(id) AS last FROM old`,
    [afterId, before],
  );
  return row as Chunk<number>;
}

/** Faults that are used up; an operator orders them by hand, so they are few. */
export async function removeOldFaults(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM sandbox_acquirer.faults WHERE remaining = 0 AND created_at < $1', [before]);
}
