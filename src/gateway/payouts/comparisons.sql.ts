import type { Db } from '../../ground/db/pool.ts';
import type { Payout } from './payout.ts';
import { PAYOUT } from './payouts.sql.ts';

export interface DueDays {
  yesterday: string;
  today: string;
  /** How many days where nothing was compared yet, and how many of the last are compared again each day. */
  first: number;
  again: number;
}

/** The days that are due with an acquirer, newest first. Those that could not be read stay due while recent. */
export async function listPayoutDaysToCompare(
  db: Db,
  acquirer: string,
  { yesterday, today, first, again }: DueDays,
): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `WITH known AS (SELECT min(day) AS first FROM payout_comparisons WHERE acquirer = $1),
     days AS (
       SELECT generate_series(
         greatest(coalesce(known.first, $2::date - ($4::integer - 1)), $2::date - ($5::integer - 1)),
         $2::date, interval '1 day')::date AS day
       FROM known
     )
     SELECT days.day FROM days LEFT JOIN payout_comparisons c ON c.day = days.day AND c.acquirer = $1
     WHERE c.day IS NULL OR c.compared_on < $3::date ORDER BY days.day DESC`,
    [acquirer, yesterday, today, first, again],
  );
  return rows.map(({ day }) => day);
}

export interface PayoutFigures {
  count: number;
  cents: number;
}

export interface PayoutComparison {
  acquirer: string;
  day: string;
  today: string;
  ours: PayoutFigures;
  theirs: PayoutFigures;
  at: Date;
}

export async function upsertPayoutComparison(
  db: Db,
  { acquirer, day, today, ours, theirs, at }: PayoutComparison,
): Promise<void> {
  await db.query(
    `INSERT INTO payout_comparisons (acquirer, day, compared_on, our_count, our_cents, bank_count, bank_cents, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (acquirer, day) DO UPDATE SET compared_on = EXCLUDED.compared_on, our_count = EXCLUDED.our_count,
       our_cents = EXCLUDED.our_cents, bank_count = EXCLUDED.bank_count, bank_cents = EXCLUDED.bank_cents,
       made_at = EXCLUDED.made_at`,
    [acquirer, day, today, ours.count, ours.cents, theirs.count, theirs.cents, at],
  );
}

/** The newest of each acquirer stays, which says where to go on. Says how many there were. */
export async function removePayoutComparisons(db: Db, beforeDay: string, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM payout_comparisons WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM payout_comparisons c WHERE day < $1
         AND EXISTS (SELECT FROM payout_comparisons newer WHERE newer.acquirer = c.acquirer AND newer.day > c.day)
       ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING day`,
    [beforeDay, limit],
  );
  return rows.length;
}

/** Ours that were said to have left in that time, by rising id. */
export async function listPaidBetween(
  db: Db,
  acquirer: string,
  { from, to, afterId, limit }: { from: Date; to: Date; afterId: number; limit: number },
): Promise<Payout[]> {
  return db.query<Payout>(
    `SELECT ${PAYOUT} FROM payouts p
     WHERE p.acquirer = $1 AND p.status IN ('PAID', 'RETURNED') AND p.settled_at >= $2 AND p.settled_at < $3
       AND p.id > $4 ORDER BY p.id LIMIT $5`,
    [acquirer, from, to, afterId, limit],
  );
}
