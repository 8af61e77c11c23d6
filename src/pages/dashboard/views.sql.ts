import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { User } from '../../parties/accounts/users.sql.ts';

export interface SavedView {
  name: string;
  query: string;
  updated_at: Date;
}

export async function listViews(db: Db, user: User, page: string): Promise<SavedView[]> {
  return db.query<SavedView>(
    `SELECT name, query, updated_at FROM saved_views
     WHERE merchant_id = $1 AND user_id = $2 AND page = $3 ORDER BY name`,
    [user.merchant_id, user.id, page],
  );
}

/**
 * False when the user has as many as there may be, of that page or in all: one that exists may still change. A user's
 * own wait for each other, so that those of one moment are counted, too.
 */
export async function upsertView(
  tx: Tx,
  user: User,
  view: { page: string; name: string; query: string; at: Date; mostOfPage: number; most: number },
): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('saved_views', $1))`, [user.id]);
  const rows = await tx.query(
    `INSERT INTO saved_views (merchant_id, user_id, page, name, query, updated_at)
     SELECT $1, $2, $3, $4, $5, $6
     FROM (SELECT count(*) AS count, count(*) FILTER (WHERE page = $3) AS of_page FROM saved_views
       WHERE merchant_id = $1 AND user_id = $2 AND (page, name) <> ($3, $4)) AS others
     WHERE others.of_page < $7 AND others.count < $8
     ON CONFLICT (merchant_id, user_id, page, name) DO UPDATE SET query = $5, updated_at = $6
     RETURNING name`,
    [user.merchant_id, user.id, view.page, view.name, view.query, view.at, view.mostOfPage, view.most],
  );
  return rows.length > 0;
}

export async function removeView(db: Db, user: User, page: string, name: string): Promise<void> {
  await db.query('DELETE FROM saved_views WHERE merchant_id = $1 AND user_id = $2 AND page = $3 AND name = $4', [
    user.merchant_id,
    user.id,
    page,
    name,
  ]);
}
