import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export interface ListedByHand {
  reference: string;
  amount_cents: number;
}

/** Once for each reference, however often it is sent. */
export async function insertManualPayout(
  db: Db,
  { acquirer, reference, amountCents, at }: { acquirer: string; reference: string; amountCents: number; at: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO manual_payouts (reference, acquirer, amount_cents, asked_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (reference) DO NOTHING`,
    [reference, acquirer, amountCents, at],
  );
}

export async function findManualPayout(db: Db, acquirer: string, reference: string): Promise<ListedByHand | null> {
  const [row] = await db.query<ListedByHand>(
    'SELECT reference, amount_cents FROM manual_payouts WHERE reference = $1 AND acquirer = $2',
    [reference, acquirer],
  );
  return row ?? null;
}

/** The next list, of those that have waited longest; null where none waits. Two at once come one after the other. */
export async function makeList(tx: Tx, acquirer: string, most: number, at: Date): Promise<number | null> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`manual payouts of ${acquirer}`]);
  const [row] = await tx.query<{ number: number }>(
    `WITH waiting AS (
       SELECT reference FROM manual_payouts WHERE acquirer = $1 AND list IS NULL
       ORDER BY asked_at, reference LIMIT $2 FOR UPDATE
     ), made AS (
       INSERT INTO manual_lists (acquirer, number, made_at)
       SELECT $1, coalesce((SELECT max(number) FROM manual_lists WHERE acquirer = $1), 0) + 1, $3
       WHERE EXISTS (SELECT 1 FROM waiting) RETURNING number
     ), listed AS (
       UPDATE manual_payouts SET list = made.number FROM made
       WHERE reference IN (SELECT reference FROM waiting)
     )
     SELECT number FROM made`,
    [acquirer, most, at],
  );
  return row?.number ?? null;
}

export async function readList(db: Db, acquirer: string, number: number): Promise<ListedByHand[]> {
  return db.query<ListedByHand>(
    `SELECT reference, amount_cents FROM manual_payouts WHERE acquirer = $1 AND list = $2
     ORDER BY asked_at, reference`,
    [acquirer, number],
  );
}

export interface ManualList extends ListedSums {
  number: number;
  made_at: Date;
}

interface ListedSums {
  acquirer: string;
  count: number;
  cents: number;
}

/** The newest of every bank without an API. */
export async function listManualLists(db: Db, most: number): Promise<ManualList[]> {
  return db.query<ManualList>(
    `SELECT l.acquirer, l.number, l.made_at, sums.count, sums.cents
     FROM (SELECT acquirer, number, made_at FROM manual_lists ORDER BY made_at DESC, number DESC LIMIT $1) l
     CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(amount_cents), 0)::bigint AS cents
       FROM manual_payouts p WHERE p.acquirer = l.acquirer AND p.list = l.number) sums
     ORDER BY l.made_at DESC, l.number DESC`,
    [most],
  );
}

/** What is in no list yet, of each such bank. */
export async function listWaitingForLists(db: Db): Promise<ListedSums[]> {
  return db.query<ListedSums>(
    `SELECT acquirer, count(*) AS count, sum(amount_cents)::bigint AS cents FROM manual_payouts
     WHERE list IS NULL GROUP BY acquirer ORDER BY acquirer`,
  );
}

/**
 * One that has ended waits for no list any more. Whoever makes a list meanwhile is waited for: then it is in that one,
 * whose number is answered.
 */
export async function takeOffLists(tx: Tx, acquirer: string, reference: string): Promise<number | null> {
  await tx.query('DELETE FROM manual_payouts WHERE reference = $1 AND acquirer = $2 AND list IS NULL', [
    reference,
    acquirer,
  ]);
  const [row] = await tx.query<{ list: number | null }>(
    'SELECT list FROM manual_payouts WHERE reference = $1 AND acquirer = $2',
    [reference, acquirer],
  );
  return row?.list ?? null;
}
