import type { Db } from '../../ground/db/pool.ts';

/** What is known of an account without its files being read. */
export interface AccountFigures {
  /** Null: none was drawn yet. */
  next: number | null;
  /** Titles in the files of the last days, and those that wait for one, up to a limit. */
  used: number;
  /** When the oldest was asked for that no file has told the bank of. */
  waiting_since: Date | null;
  /** When the oldest file was made that is not in the outbox yet. */
  unwritten_since: Date | null;
}

/** Enough to tell how fast numbers go. */
const MOST_COUNTED = 100_000;

/** By the ends of indexes and the few rows of files; numbers are counted by `year`, 0 where it is no part of them. */
export async function readAccountFigures(
  db: Db,
  acquirer: string,
  { year, since }: { year: number; since: Date },
): Promise<AccountFigures> {
  const [row] = await db.query<AccountFigures>(
    `SELECT
       (SELECT next_number FROM cnab_counters WHERE acquirer = $1 AND year = $2) AS next,
       (SELECT coalesce(sum(titles), 0)::bigint FROM cnab_files
        WHERE acquirer = $1 AND direction = 'remessa' AND stored_at >= $3)
       + (SELECT count(*) FROM (SELECT FROM cnab_orders WHERE acquirer = $1 AND file_id IS NULL
          LIMIT ${MOST_COUNTED}) waiting) AS used,
       (SELECT created_at FROM cnab_orders WHERE acquirer = $1 AND file_id IS NULL
        ORDER BY id LIMIT 1) AS waiting_since,
       (SELECT created_at FROM cnab_outgoing WHERE acquirer = $1 ORDER BY file_id LIMIT 1) AS unwritten_since`,
    [acquirer, year, since],
  );
  return row as AccountFigures;
}
