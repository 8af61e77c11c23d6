import type { Db } from '../../ground/db/pool.ts';
import type { PayoutFacts } from './facts.rules.ts';

const MOST_NAMED = 20;

/** Whether anybody was ever paid out here, or is to be. */
export async function hasPayouts(db: Db): Promise<boolean> {
  const [row] = await db.query<{ is_used: boolean }>(
    'SELECT EXISTS (SELECT FROM payouts) OR EXISTS (SELECT FROM payout_schedules) AS is_used',
  );
  return row?.is_used ?? false;
}

/** Companies whose schedule names a destination that takes nothing. */
export async function listSchedulesWithoutDestination(db: Db): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    `SELECT s.company_id FROM payout_schedules s JOIN payout_destinations d ON d.id = s.destination_id
     WHERE d.blocked_at IS NOT NULL OR d.removed_at IS NOT NULL ORDER BY 1 LIMIT ${MOST_NAMED}`,
  );
  return rows.map(({ company_id }) => company_id);
}

/** Companies that are meant to be paid out, by a schedule or by an acquirer of their own, and whom nobody pays out. */
export async function listCompaniesWithoutPayouts(
  db: Db,
  { fallback, known }: { fallback: string | null; known: readonly string[] },
): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    `SELECT company_id FROM payout_terms t FULL JOIN payout_schedules s USING (company_id)
     WHERE (t.acquirer IS NOT NULL OR s.company_id IS NOT NULL)
       AND coalesce(coalesce(t.acquirer, $1) <> ALL ($2::text[]), true)
     ORDER BY 1 LIMIT ${MOST_NAMED}`,
    [fallback, known],
  );
  return rows.map(({ company_id }) => company_id);
}

/** What the banks see otherwise and nobody resolved, and of those the oldest. */
export async function listOpenFindings(db: Db, most: number): Promise<PayoutFacts['openFindings']> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM (SELECT FROM payout_findings WHERE resolved_at IS NULL LIMIT $1) open',
    [most],
  );
  const oldest = await db.query<{ id: number; kind: string }>(
    'SELECT id, kind FROM payout_findings WHERE resolved_at IS NULL ORDER BY detected_at, id LIMIT 5',
  );
  return { count: row?.count ?? 0, oldest };
}
