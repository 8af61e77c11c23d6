import type { Db } from '../../../ground/db/pool.ts';
import { offsetOf, type Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import type { Subject } from '../../../ground/subjects/subject.rules.ts';
import { isOfSubject, paymentIdOf } from '../../../ground/subjects/subjects.sql.ts';
import { balancesBefore, justAfter } from '../balances.sql.ts';

export interface StatementPeriod {
  companyId: number;
  from: Date;
  to: Date;
}

export interface StatementEntry {
  id: number;
  company_id: number;
  available_at: Date;
  posted_at: Date;
  cause: string;
  tag: string;
  account: string;
  amount_cents: number;
  /** Null where the journal is about something else than a payment. */
  payment_id: number | null;
  order_number: string | null;
  refund_id: number | null;
  payout_id: number | null;
}

export interface StatementPage {
  entries: StatementEntry[];
  total: number;
  openingCents: number;
  closingCents: number;
  /** The balance just before the first of these entries. */
  pageOpeningCents: number;
}

const ENTRIES = `
  SELECT e.id, e.company_id, e.available_at, j.posted_at, j.cause_kind AS cause, e.tag, e.account, e.amount_cents,
    p.id AS payment_id, p.order_number,
    CASE WHEN j.cause_kind IN ('refund', 'refund_refused', 'refund_confirmed') THEN j.cause_id END AS refund_id,
    CASE WHEN j.subject_kind = 'payout' THEN j.subject_id END AS payout_id
  FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
    LEFT JOIN payments p ON p.id = ${paymentIdOf('j')}`;

const IN_PERIOD = 'FROM ledger_entries WHERE company_id = $1 AND available_at >= $2 AND available_at <= $3';
const SUMS = `${balancesBefore('ARRAY[$1]', { opening: '$2::timestamptz', closing: justAfter('$3') })},
  sums AS (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE edge = 'opening'), 0)::bigint AS opening,
      coalesce(sum(amount_cents) FILTER (WHERE edge = 'closing'), 0)::bigint AS closing,
      coalesce(sum(CASE edge WHEN 'closing' THEN entry_count ELSE -entry_count END), 0)::bigint AS total
    FROM before
  )`;

interface Sums {
  total: number;
  opening: number;
  closing: number;
}

/**
 * One statement, so that entries, count and both balances are of one snapshot: opening + all entries = closing. The
 * page is found by id first, so that an offset walks over index entries only; their amounts stand in the index as well,
 * and say with which balance the page begins.
 */
export async function readStatementPage(
  db: Db,
  { companyId, from, to }: StatementPeriod,
  paging: Paging,
): Promise<StatementPage> {
  const skipped = offsetOf(paging);
  const [row] = await db.query<Sums & { entries: StatementEntry[] | null; skipped: number }>(
    `WITH page AS (SELECT id ${IN_PERIOD} ORDER BY available_at, id LIMIT ${paging.limit} OFFSET ${skipped}),
     skipped AS (SELECT amount_cents ${IN_PERIOD} ORDER BY available_at, id LIMIT ${skipped}),
     entries AS (${ENTRIES} JOIN page ON page.id = e.id),
     ${SUMS}
     SELECT sums.*, (SELECT json_agg(entries ORDER BY entries.available_at, entries.id) FROM entries) AS entries,
       (SELECT coalesce(sum(amount_cents), 0)::bigint FROM skipped) AS skipped
     FROM sums`,
    [companyId, from, to],
  );
  const entries = (row?.entries ?? []).map((entry) => ({
    ...entry,
    available_at: new Date(entry.available_at),
    posted_at: new Date(entry.posted_at),
  }));
  const { total, opening, closing, skipped: skippedCents } = row ?? { total: 0, opening: 0, closing: 0, skipped: 0 };
  const balances = { openingCents: opening, closingCents: closing, pageOpeningCents: opening + skippedCents };
  return { entries, total, ...balances };
}

export interface StatementOutline {
  /** In the order of the statement; null when there are more of them than was asked for at most. */
  entryIds: number[] | null;
  total: number;
  openingCents: number;
  closingCents: number;
}

/**
 * What a whole period holds, of one snapshot. Entries never change, so that their ids, read now, are the statement as
 * it stands now, whenever the entries themselves are read. The ids of too many are not even looked up.
 */
export async function outlineStatement(
  db: Db,
  { companyId, from, to }: StatementPeriod,
  maxEntries: number,
): Promise<StatementOutline> {
  const [row] = await db.query<Sums & { ids: number[] | null }>(
    `WITH ${SUMS}
     SELECT sums.*,
       CASE WHEN total <= $4 THEN (SELECT json_agg(id ORDER BY available_at, id) ${IN_PERIOD}) END AS ids
     FROM sums`,
    [companyId, from, to, maxEntries],
  );
  const total = row?.total ?? 0;
  const entryIds = total > maxEntries ? null : (row?.ids ?? []);
  return { entryIds, total, openingCents: row?.opening ?? 0, closingCents: row?.closing ?? 0 };
}

export async function listStatementEntries(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<StatementEntry[]> {
  return db.query(`${ENTRIES} WHERE e.company_id = $1 AND e.id = ANY ($2::bigint[]) ORDER BY e.available_at, e.id`, [
    companyId,
    ids,
  ]);
}

/** All entries about something that are these companies' own, in the order in which they were written. */
export async function listOwnEntries(
  db: Db,
  { kind, id }: Subject,
  companyIds: readonly number[],
  paging: Paging,
): Promise<ListPage<StatementEntry>> {
  const own = `FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
    WHERE ${isOfSubject('j', 1, 2)} AND e.company_id = ANY ($3::bigint[])`;
  const list = {
    ids: `SELECT e.id ${own}`,
    orderBy: 'id',
    direction: 'ASC',
    total: `SELECT count(*) ${own}`,
    rows: `${ENTRIES} JOIN page ON page.id = e.id`,
  } as const;
  return readPage(db, list, [kind, id, companyIds], paging);
}
