import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Subject } from '../../ground/subjects/subject.rules.ts';
import { isOfSubject } from '../../ground/subjects/subjects.sql.ts';
import type { Cause } from './cause.rules.ts';
import type { Entry, Journal } from './journal.rules.ts';

export interface NewJournal {
  cause: Cause;
  journal: Journal;
  postedAt: Date;
}

/** Journals with all their entries in one statement: the database refuses entries that do not sum to zero after it. */
export async function insertJournals(tx: Tx, journals: readonly NewJournal[]): Promise<void> {
  const rows = journals.map(({ cause, journal, postedAt }) => ({
    causeKind: cause.kind,
    causeId: cause.id,
    subjectKind: cause.subject.kind,
    subjectId: cause.subject.id,
    acquirer: cause.acquirer,
    postedAt,
    basis: cause.basis ?? null,
    entries: journal.entries,
  }));
  await tx.query(INSERT_JOURNALS, [JSON.stringify(rows)]);
}

/** Entries are numbered in the order in which their journal lists them. */
const INSERT_JOURNALS = statement(`
  WITH asked AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS j(
      "causeKind" text, "causeId" bigint, "subjectKind" text, "subjectId" bigint, "acquirer" text,
      "postedAt" timestamptz, "basis" jsonb, "entries" jsonb)
  ), written AS (
    INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at, basis)
    SELECT "causeKind", "causeId", "subjectKind", "subjectId", "acquirer", "postedAt", "basis" FROM asked
    RETURNING id, cause_kind, cause_id
  )
  INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag, position)
  SELECT w.id, e."account", e."companyId", e."amountCents", e."availableAt", e."tag", e."position"
  FROM asked a JOIN written w ON w.cause_kind = a."causeKind" AND w.cause_id = a."causeId"
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(a."entries") AS (
      "account" text, "companyId" bigint, "amountCents" bigint,
      "availableAt" timestamptz, "tag" text, "position" integer)) WITH ORDINALITY
      AS e("account", "companyId", "amountCents", "availableAt", "tag", "position", place)
  ORDER BY w.id, e.place`);

const ENTRY = `e.account, e.company_id AS "companyId", e.amount_cents AS "amountCents",
  e.available_at AS "availableAt", e.tag, e.position`;
const OF_JOURNALS = 'FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id';
const ENTRIES = `SELECT ${ENTRY} ${OF_JOURNALS}`;

export async function listEntriesOfSubject(db: Db, { kind, id }: Subject): Promise<Entry[]> {
  return db.query<Entry>(`${ENTRIES} WHERE ${isOfSubject('j', 1, 2)} ORDER BY e.id`, [kind, id]);
}

const ENTRIES_OF_SUBJECTS = statement(
  `SELECT j.subject_id AS owner, ${ENTRY} ${OF_JOURNALS}
   WHERE j.subject_id = ANY ($2::bigint[]) AND j.subject_kind = $1 ORDER BY e.id`,
);

/** The same for many subjects of one kind. */
export async function listEntriesOfSubjects(
  db: Db,
  kind: Subject['kind'],
  ids: readonly number[],
): Promise<Map<number, Entry[]>> {
  const rows = await db.query<OwnedEntry>(ENTRIES_OF_SUBJECTS, [kind, ids]);
  return byOwner(ids, rows);
}

interface OwnedEntry extends Entry {
  owner: number;
}

function byOwner(ids: readonly number[], rows: readonly OwnedEntry[]): Map<number, Entry[]> {
  const found = new Map<number, Entry[]>(ids.map((id) => [id, []]));
  for (const { owner, ...entry } of rows) found.get(owner)?.push(entry);
  return found;
}

/** Of the one journal that the cause has. */
export async function listEntriesOfCause(db: Db, { kind, id }: Pick<Cause, 'kind' | 'id'>): Promise<Entry[]> {
  return db.query<Entry>(`${ENTRIES} WHERE j.cause_kind = $1 AND j.cause_id = $2 ORDER BY e.id`, [kind, id]);
}

const ENTRIES_OF_CAUSES = statement(
  `SELECT j.cause_id AS owner, ${ENTRY} ${OF_JOURNALS}
   WHERE j.cause_kind = $1 AND j.cause_id = ANY ($2::bigint[]) ORDER BY e.id`,
);

/** The same for many causes of one kind. */
export async function listEntriesOfCauses(
  db: Db,
  kind: Cause['kind'],
  ids: readonly number[],
): Promise<Map<number, Entry[]>> {
  const rows = await db.query<OwnedEntry>(ENTRIES_OF_CAUSES, [kind, ids]);
  return byOwner(ids, rows);
}

const ADD_DEBIT_LOCKS = statement(
  'INSERT INTO debit_locks (company_id) SELECT unnest($1::bigint[]) ORDER BY 1 ON CONFLICT DO NOTHING',
);
const LOCK_DEBITS = statement(
  'SELECT last_debit_at FROM debit_locks WHERE company_id = ANY ($1::bigint[]) ORDER BY company_id FOR UPDATE',
);
const RECORD_DEBITS = statement('UPDATE debit_locks SET last_debit_at = $2 WHERE company_id = ANY ($1::bigint[])');

/**
 * The debit locks of these companies, in rising order so that two debits never wait for each other. Answers the latest
 * debit of each that has had one: time inside the lock does not run backwards.
 */
export async function lockDebits(tx: Tx, companyIds: readonly number[]): Promise<Date[]> {
  const rising = [...new Set(companyIds)].sort((one, other) => one - other);
  await tx.query(ADD_DEBIT_LOCKS, [rising]);
  const rows = await tx.query<{ last_debit_at: Date | null }>(LOCK_DEBITS, [rising]);
  return rows.flatMap(({ last_debit_at: at }) => at ?? []);
}

export async function recordDebits(tx: Tx, companyIds: readonly number[], at: Date): Promise<void> {
  await tx.query(RECORD_DEBITS, [companyIds, at]);
}
