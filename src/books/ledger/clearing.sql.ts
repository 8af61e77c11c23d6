import type { Db } from '../../ground/db/pool.ts';

export interface OwedByAcquirer {
  acquirer: string;
  owed_cents: number;
}

/**
 * What each acquirer owes by the books: what came through it, less what was given back. Reads every entry of the
 * clearing accounts, so it is for an operator's question and for no request.
 */
export async function listOwedByAcquirers(db: Db): Promise<OwedByAcquirer[]> {
  return db.query<OwedByAcquirer>(
    `SELECT j.acquirer, -sum(e.amount_cents)::bigint AS owed_cents
     FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
     WHERE e.account = 'acquirer_clearing'
     GROUP BY j.acquirer ORDER BY j.acquirer`,
  );
}
