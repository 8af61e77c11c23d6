import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { subjectIdOf, subjectKindOf } from '../subjects/subjects.sql.ts';

export const SUBJECTS = ['payments', 'refunds', 'ledger_entries', 'events', 'divergences'] as const;
export type Subject = (typeof SUBJECTS)[number];

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

/**
 * A payment is sealed as its id alone, as it was before there were other subjects: the seals from before still hold.
 */
function sealedSubject(row: string): string {
  return `CASE WHEN ${subjectKindOf(row)} = 'payment' THEN to_jsonb(${subjectIdOf(row)})
    ELSE jsonb_build_array(${subjectKindOf(row)}, ${subjectIdOf(row)}) END`;
}

const SEALED: Record<Subject, SealedRows> = {
  payments: {
    from: 'FROM payments r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: `r.id, r.merchant_id, r.company_id, r.order_number, r.reference, r.payment_type, r.amount_cents,
      r.fee_cents, r.fee_on_refund,
      r.retry_of, r.created_at, (
        SELECT jsonb_agg(jsonb_build_array(s.position, s.company_id, s.share_cents, s.fee_cents) ORDER BY s.position)
        FROM payment_shares s WHERE s.payment_id = r.id)`,
  },
  refunds: {
    from: 'FROM refunds r',
    id: 'r.id',
    cents: 'r.amount_cents',
    content: 'r.id, r.payment_id, r.reference, r.kind, r.amount_cents, r.requested_at',
  },
  // With its journal: there is none without entries.
  ledger_entries: {
    from: 'FROM ledger_entries r',
    id: 'r.id',
    join: 'JOIN ledger_journals j ON j.id = r.journal_id',
    cents: 'greatest(r.amount_cents, 0)',
    content: `r.id, r.account, r.company_id, r.amount_cents, r.available_at, r.tag, r.position,
      j.id, j.cause_kind, j.cause_id, ${sealedSubject('j')}, j.posted_at, j.basis`,
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
};

/** Rows are hashed in groups by their identity, so that no text in the database's memory holds more than one group. */
const GROUP_IDS = 10_000;
/** One statement reads so many groups: a matter of moments, however much there is to seal. */
const GROUPS_PER_STATEMENT = 5;

export interface RowGroup {
  count: number;
  cents: number;
  digest: string;
}

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

/** The groups from that identity on, and up to which identity they went. */
export async function digestGroups(
  db: Db,
  subject: Subject,
  firstId: number,
  throughId: number,
): Promise<{ groups: RowGroup[]; lastId: number }> {
  const { from, join = '', id, cents, content } = SEALED[subject];
  const endOfLastGroup = (Math.floor(firstId / GROUP_IDS) + GROUPS_PER_STATEMENT) * GROUP_IDS - 1;
  const lastId = Math.min(throughId, endOfLastGroup);
  const groups = await db.query<RowGroup>(
    `SELECT count(*) AS count, sum(${cents})::bigint AS cents,
       encode(sha256(convert_to(string_agg(jsonb_build_array(${content})::text, E'\\n' ORDER BY ${id}), 'UTF8')), 'hex') AS digest
     ${from} ${join} WHERE ${id} >= $1 AND ${id} <= $2 GROUP BY ${id} / ${GROUP_IDS} ORDER BY ${id} / ${GROUP_IDS}`,
    [firstId, lastId],
  );
  return { groups, lastId };
}

/** The highest identity that can be seen in each. */
export async function readHighestIds(db: Db): Promise<Record<Subject, number>> {
  const columns = SUBJECTS.map((subject) => {
    const { from, id } = SEALED[subject];
    return `(SELECT coalesce(max(${id}), 0) ${from}) AS ${subject}`;
  });
  const [row] = await db.query<Record<Subject, number>>(`SELECT ${columns.join(', ')}`);
  return row as Record<Subject, number>;
}

/** A number that every transaction now writing is below. */
export async function takeTransactionNumber(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ number: string }>('SELECT pg_current_xact_id()::text AS number');
  return (row as { number: string }).number;
}

/** Whether every transaction below that number has ended. */
export async function haveEnded(db: Db, number: string): Promise<boolean> {
  const [row] = await db.query<{ ended: boolean }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 AS ended',
    [number],
  );
  return row?.ended ?? false;
}

export interface Seal {
  number: number;
  day: string;
  made_at: Date;
  previous_hash: string;
  hash: string;
}

export interface SealPart {
  subject: Subject;
  after_id: number;
  through_id: number;
  row_count: number;
  sum_cents: number;
  digest: string;
}

const SEAL = 'number, day, made_at, previous_hash, hash';

export async function findLatestSeal(db: Db): Promise<Seal | null> {
  const [row] = await db.query<Seal>(`SELECT ${SEAL} FROM seals ORDER BY number DESC LIMIT 1`);
  return row ?? null;
}

/** One at a time, in order: there is one for each night. */
export async function findNextSeal(db: Db, afterNumber: number): Promise<Seal | null> {
  const [row] = await db.query<Seal>(`SELECT ${SEAL} FROM seals WHERE number > $1 ORDER BY number LIMIT 1`, [
    afterNumber,
  ]);
  return row ?? null;
}

export async function listSealParts(db: Db, number: number): Promise<SealPart[]> {
  return db.query(
    `SELECT subject, after_id, through_id, row_count, sum_cents, digest FROM seal_parts
     WHERE seal_number = $1 ORDER BY subject`,
    [number],
  );
}

/** False when another process has made it meanwhile. */
export async function insertSeal(tx: Tx, seal: Seal, parts: readonly SealPart[]): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO seals (number, day, made_at, previous_hash, hash) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING number`,
    [seal.number, seal.day, seal.made_at, seal.previous_hash, seal.hash],
  );
  if (rows.length === 0) return false;
  await tx.query(
    `INSERT INTO seal_parts (seal_number, subject, after_id, through_id, row_count, sum_cents, digest)
     SELECT $1, p.subject, p.after_id, p.through_id, p.row_count, p.sum_cents, p.digest
     FROM jsonb_to_recordset($2) AS p(subject text, after_id bigint, through_id bigint, row_count bigint,
       sum_cents bigint, digest text)`,
    [seal.number, JSON.stringify(parts)],
  );
  return true;
}
