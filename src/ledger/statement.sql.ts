import type { Db } from '../db/pool.ts';
import { offsetOf, type Paging } from '../lists/list-query.rules.ts';

export interface StatementPeriod {
  companyId: number;
  from: Date;
  to: Date;
}

export interface StatementEntry {
  id: number;
  available_at: Date;
  posted_at: Date;
  cause: string;
  tag: string;
  account: string;
  amount_cents: number;
  payment_id: number;
  order_number: string;
  refund_id: number | null;
}

export interface StatementPage {
  entries: StatementEntry[];
  total: number;
  openingCents: number;
  closingCents: number;
}

const ENTRIES = `
  SELECT e.id, e.available_at, j.posted_at, j.cause_kind AS cause, e.tag, e.account, e.amount_cents, j.payment_id, p.order_number,
    CASE WHEN j.cause_kind IN ('refund', 'refund_refused') THEN j.cause_id END AS refund_id
  FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id JOIN payments p ON p.id = j.payment_id
  WHERE e.company_id = $1 AND e.available_at >= $2 AND e.available_at <= $3
  ORDER BY e.available_at, e.id`;

/** One statement, so that entries, count and both balances are of one snapshot: opening + all entries = closing. */
export async function readStatementPage(db: Db, { companyId, from, to }: StatementPeriod, paging: Paging): Promise<StatementPage> {
  const [row] = await db.query<{ entries: StatementEntry[] | null; total: number; opening: number; closing: number }>(
    `WITH page AS (${ENTRIES} LIMIT ${paging.limit} OFFSET ${offsetOf(paging)}),
     sums AS (
       SELECT coalesce(sum(amount_cents) FILTER (WHERE available_at < $2), 0)::bigint AS opening,
         coalesce(sum(amount_cents), 0)::bigint AS closing,
         count(*) FILTER (WHERE available_at >= $2) AS total
       FROM ledger_entries WHERE company_id = $1 AND available_at <= $3
     )
     SELECT sums.*, (SELECT json_agg(page ORDER BY page.available_at, page.id) FROM page) AS entries FROM sums`,
    [companyId, from, to],
  );
  const entries = (row?.entries ?? []).map((entry) => ({
    ...entry,
    available_at: new Date(entry.available_at),
    posted_at: new Date(entry.posted_at),
  }));
  return { entries, total: row?.total ?? 0, openingCents: row?.opening ?? 0, closingCents: row?.closing ?? 0 };
}
