import type { Db } from '../../ground/db/pool.ts';
import type { Range } from './seal-range.rules.ts';

export const SUBJECTS = [
  'payments',
  'refunds',
  'ledger_entries',
  'events',
  'divergences',
  'payouts',
  'payout_returns',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Seals from before there were payouts have no part of them; from the first that has one on, every seal has. */
export const SEALED_LATER: readonly Subject[] = ['payouts', 'payout_returns'];

interface SealedRows {
  /** The rows that are sealed, and their rising identity. */
  from: string;
  id: string;
  /** What is sealed with each of them. */
  join?: string;
  cents: string;
  /** What never changes in a row, once it is written. */
  content: string;
}

function sealedSubject(row: string): string {
  return `jsonb_build_array(${row}.subject_kind, ${row}.subject_id)`;
}

/** What was sealed before there were terms of boletos has none, and keeps its digest. */
const ORDERED_SUM = `CASE WHEN r.boleto_terms IS NULL THEN to_jsonb(r.amount_cents)
  ELSE jsonb_build_array(r.amount_cents, r.boleto_terms) END`;

/** What was sealed before refunds had ways of their own has none, and keeps its digest. */
const REFUNDED_SUM = `CASE WHEN r.way_acquirer IS NULL THEN to_jsonb(r.amount_cents)
  ELSE jsonb_build_array(r.amount_cents, r.way_acquirer, r.destination_id) END`;

const SEALED: Record<Subject, SealedRows> = {
  payments: {
    from: 'FROM payments r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: `r.id, r.merchant_id, r.company_id, r.order_number, r.reference, r.payment_type, ${ORDERED_SUM},
      r.fee_cents, r.fee_on_refund,
      r.retry_of, r.created_at, (
        SELECT jsonb_agg(jsonb_build_array(s.position, s.company_id, s.share_cents, s.fee_cents) ORDER BY s.position)
        FROM payment_shares s WHERE s.payment_id = r.id)`,
  },
  refunds: {
    from: 'FROM refunds r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: `r.id, r.payment_id, r.reference, r.kind, ${REFUNDED_SUM}, r.requested_at`,
  },
  // With its journal: there is none without entries.
  ledger_entries: {
    from: 'FROM ledger_entries r',
    id: 'r.id',
    join: 'JOIN ledger_journals j ON j.id = r.journal_id',
    cents: 'greatest(r.amount_cents, 0)',
    content: `r.id, r.account, r.company_id, r.amount_cents, r.available_at, r.tag, r.position,
      j.id, j.cause_kind, j.cause_id, ${sealedSubject('j')}, j.acquirer, j.posted_at, j.basis`,
  },
  events: {
    from: 'FROM events r',
    id: 'r.position',
    cents: '0',
    content: `r.position, r.id, r.merchant_id, r.company_id, ${sealedSubject('r')}, r.kind, r.sequence, r.payload,
      r.occurred_at`,
  },
  divergences: {
    from: 'FROM divergences r',
    id: 'r.id',
    cents: '0',
    content: 'r.id, r.payment_id, r.kind, r.detected_at',
  },
  payouts: {
    from: 'FROM payouts r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: `r.id, r.merchant_id, r.company_id, r.destination_id, r.origin, r.acquirer, r.reference, r.amount_cents,
      r.fee_cents, r.requested_at, r.requested_by_user`,
  },
  payout_returns: {
    from: 'FROM payout_returns r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: 'r.id, r.payout_id, r.return_id, r.amount_cents, r.booked_at',
  },
};

/** Rows are hashed in groups by their identity, so that no text in the database's memory holds more than one group. */
const GROUP_IDS = 10_000;
/** One statement reads so many groups: a matter of moments, however much there is to seal. */
const GROUPS_PER_STATEMENT = 5;

export interface RowGroup {
  /** Which of the ranges it belongs to. */
  range: number;
  first_id: number;
  count: number;
  cents: number;
  digest: string;
}

/** Rows from before their writer was kept were written by somebody who had ended by then. */
const WRITER = `coalesce(r.written_by, '0'::xid8)`;
/** As the indexes have it. */
const INDEXED_WRITER = 'r.written_by::text::bigint';

export async function findFirstId(
  db: Db,
  subject: Subject,
  afterId: number,
  throughId: number,
): Promise<number | null> {
  const { from, id } = SEALED[subject];
  const [row] = await db.query<{ first: number | null }>(
    `SELECT min(${id}) AS first ${from} WHERE ${id} > $1 AND ${id} <= $2`,
    [afterId, throughId],
  );
  return row?.first ?? null;
}

/** Up to and with which identity one statement goes that begins at this one. */
export function endOfWindow(firstId: number, throughId: number): number {
  return Math.min(throughId, (Math.floor(firstId / GROUP_IDS) + GROUPS_PER_STATEMENT) * GROUP_IDS - 1);
}

/** The first identity of each group that has rows by these writers, by the index of writers. */
export async function listGroupsOfWriters(db: Db, subject: Subject, range: Range): Promise<number[]> {
  const { from, id } = SEALED[subject];
  const rows = await db.query<{ first: number }>(
    `SELECT ${id} / ${GROUP_IDS} * ${GROUP_IDS} AS first ${from}
     WHERE ${INDEXED_WRITER} >= $3::bigint AND ${INDEXED_WRITER} < $4::bigint AND ${id} > $1 AND ${id} <= $2
     GROUP BY 1 ORDER BY 1`,
    [range.after_id, range.through_id, range.from_xid, range.below_xid],
  );
  return rows.map(({ first }) => first);
}

/**
 * The groups between two identities, apart for each of the ranges, which follow one another by their writers. What
 * belongs to none of them is left out.
 */
export async function digestGroups(
  db: Db,
  subject: Subject,
  window: { firstId: number; lastId: number },
  ranges: readonly Range[],
): Promise<RowGroup[]> {
  const { from, join = '', id, cents, content } = SEALED[subject];
  const ends = ranges.flatMap(({ below_xid }) => below_xid ?? []);
  return db.query<RowGroup>(
    `SELECT w.range - 1 AS range, min(${id}) AS first_id, count(*) AS count, sum(${cents})::bigint AS cents,
       encode(sha256(convert_to(string_agg(jsonb_build_array(${content})::text, E'\\n' ORDER BY ${id}), 'UTF8')), 'hex') AS digest
     ${from} ${join} CROSS JOIN LATERAL (SELECT width_bucket(${WRITER}, $3::xid8[]) AS range) AS w
     WHERE ${id} >= $1 AND ${id} <= $2
       AND ${id} > ($4::bigint[])[w.range] AND ${id} <= ($5::bigint[])[w.range]
     GROUP BY w.range, ${id} / ${GROUP_IDS} ORDER BY ${id} / ${GROUP_IDS}`,
    [
      window.firstId,
      window.lastId,
      [ranges[0]?.from_xid ?? '0', ...ends],
      ranges.map(({ after_id }) => after_id),
      ranges.map(({ through_id }) => through_id),
    ],
  );
}

export interface Cut {
  /** Every transaction below it has ended. */
  belowXid: string;
  /** The highest identity that can be seen in each. */
  highestIds: Record<Subject, number>;
}

/**
 * Of one snapshot: whatever was written below the transaction is seen, and so is at or below the highest identity. A
 * lower identity may be committed later, but never by a transaction that has ended.
 */
export async function readCut(db: Db): Promise<Cut> {
  const columns = SUBJECTS.map((subject) => {
    const { from, id } = SEALED[subject];
    return `(SELECT coalesce(max(${id}), 0) ${from}) AS ${subject}`;
  });
  const [row] = await db.query<Record<Subject, number> & { below: string }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS below, ${columns.join(', ')}`,
  );
  const { below, ...highestIds } = row as Record<Subject, number> & { below: string };
  return { belowXid: below, highestIds };
}

/** Whoever has drawn an identity holds its table until the end, whether it has written already or not. */
export async function isAnybodyWriting(db: Db): Promise<boolean> {
  const [row] = await db.query<{ writing: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_locks
       WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND relation = ANY ($1::regclass[])
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ) AS writing`,
    [SUBJECTS],
  );
  return row?.writing ?? true;
}
