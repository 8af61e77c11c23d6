import type { Db } from '../../ground/db/pool.ts';

export interface ReturnSearch {
  from_at: Date;
  to_at: Date;
  next_page: number;
  failures: number;
}

/** Today's search, begun now where there is none yet; null when it is finished. */
export async function findReturnSearch(
  db: Db,
  acquirer: string,
  begin: { today: string; from: Date; to: Date },
): Promise<ReturnSearch | null> {
  await db.query(
    `INSERT INTO return_searches (acquirer, searched_on, from_at, to_at, next_page) VALUES ($1, $2, $3, $4, 0)
     ON CONFLICT (acquirer) DO UPDATE SET searched_on = EXCLUDED.searched_on, from_at = EXCLUDED.from_at,
       to_at = EXCLUDED.to_at, next_page = 0, failures = 0, finished_at = NULL
     WHERE return_searches.searched_on < EXCLUDED.searched_on`,
    [acquirer, begin.today, begin.from, begin.to],
  );
  const [row] = await db.query<ReturnSearch>(
    `SELECT from_at, to_at, next_page, failures FROM return_searches WHERE acquirer = $1 AND finished_at IS NULL`,
    [acquirer],
  );
  return row ?? null;
}

/** The page was read, or given up: the search goes on behind it, unless another process is further already. */
export async function leavePage(db: Db, acquirer: string, page: number, finishedAt: Date | null): Promise<void> {
  await db.query(
    `UPDATE return_searches SET next_page = $2 + 1, failures = 0, finished_at = $3
     WHERE acquirer = $1 AND next_page = $2`,
    [acquirer, page, finishedAt],
  );
}

export async function countFailure(db: Db, acquirer: string, page: number): Promise<void> {
  await db.query('UPDATE return_searches SET failures = failures + 1 WHERE acquirer = $1 AND next_page = $2', [
    acquirer,
    page,
  ]);
}
