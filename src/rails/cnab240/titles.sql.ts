import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { LockedTitle, StoredTitle } from './stored-title.rules.ts';

const COLUMNS = `id, acquirer, reference, sequence, year, our_number, document_number, issued_on, due_date,
  amount_cents, terms, status, reason, registered_at, requested_change, paid_cents, charges_cents, discount_cents,
  paid_on, credit_on, history, created_at`;

export type NewTitle = Pick<
  StoredTitle,
  | 'acquirer'
  | 'reference'
  | 'sequence'
  | 'year'
  | 'our_number'
  | 'document_number'
  | 'issued_on'
  | 'due_date'
  | 'amount_cents'
  | 'terms'
>;

const INSERT_TITLES = statement(
  `WITH title AS (
     INSERT INTO cnab_titles (acquirer, reference, sequence, year, our_number, document_number, issued_on, due_date,
       amount_cents, terms, status, history, created_at)
     SELECT n.acquirer, n.reference, n.sequence, n.year, n.our_number, n.document_number, n.issued_on, n.due_date,
       n.amount_cents, n.terms, 'WAITING', $2, $3
     FROM jsonb_to_recordset($1) n (acquirer text, reference text, sequence bigint, year integer, our_number text,
       document_number text, issued_on date, due_date date, amount_cents bigint, terms jsonb) ORDER BY n.sequence
     ON CONFLICT (reference) DO NOTHING RETURNING id, acquirer, reference
   ), told AS (
     INSERT INTO cnab_orders (acquirer, title_id, movement, created_at)
     SELECT acquirer, id, 'entry', $3 FROM title ORDER BY id
   )
   SELECT id, reference FROM title`,
);

/** New titles, and the orders to tell the bank of them. One whose reference has a title already is left out. */
export async function insertTitles(tx: Tx, titles: readonly NewTitle[], now: Date): Promise<StoredTitle[]> {
  const history = [{ status: 'WAITING', createdAt: now.toISOString() }];
  const rows = await tx.query<{ id: number; reference: string }>(INSERT_TITLES, [
    JSON.stringify(titles),
    JSON.stringify(history),
    now,
  ]);
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]));
  return titles.flatMap((title) => {
    const id = ids.get(title.reference);
    return id === undefined ? [] : [{ ...UNTOUCHED, ...title, id, history, created_at: now }];
  });
}

const UNTOUCHED = {
  status: 'WAITING',
  ...{ reason: null, registered_at: null, requested_change: null },
  ...{ paid_cents: null, charges_cents: null, discount_cents: null, paid_on: null, credit_on: null },
} as const;

export async function findTitle(db: Db, acquirer: string, reference: string): Promise<StoredTitle | null> {
  const [row] = await findTitles(db, acquirer, [reference]);
  return row ?? null;
}

export async function findTitles(db: Db, acquirer: string, references: readonly string[]): Promise<StoredTitle[]> {
  return db.query(`SELECT ${COLUMNS} FROM cnab_titles WHERE reference = ANY ($2::text[]) AND acquirer = $1`, [
    acquirer,
    references,
  ]);
}

export async function lockTitle(tx: Tx, acquirer: string, reference: string): Promise<StoredTitle | null> {
  const [row] = await tx.query<StoredTitle>(
    `SELECT ${COLUMNS} FROM cnab_titles WHERE reference = $2 AND acquirer = $1 FOR UPDATE`,
    [acquirer, reference],
  );
  return row ?? null;
}

const BY_NUMBER = `SELECT ${COLUMNS}, ARRAY(
    SELECT movement FROM cnab_orders o WHERE o.title_id = t.id AND o.file_id IS NULL) AS untold
  FROM cnab_titles t WHERE acquirer = $1 AND our_number = ANY ($2::text[]) ORDER BY id`;

/** In rising order: whoever takes many never waits in a circle. */
export async function lockTitlesByNumber(
  tx: Tx,
  acquirer: string,
  ourNumbers: readonly string[],
): Promise<Map<string, LockedTitle>> {
  return byNumber(await tx.query<LockedTitle>(`${BY_NUMBER} FOR UPDATE`, [acquirer, ourNumbers]));
}

/** The same for whoever only looks: somebody may change them at any time. */
export async function findTitlesByNumber(
  db: Db,
  acquirer: string,
  ourNumbers: readonly string[],
): Promise<Map<string, LockedTitle>> {
  return byNumber(await db.query<LockedTitle>(BY_NUMBER, [acquirer, ourNumbers]));
}

function byNumber(rows: readonly LockedTitle[]): Map<string, LockedTitle> {
  return new Map(rows.map((title) => [title.our_number, title]));
}

/** Everything of them that files and requests change. */
export async function updateTitles(tx: Tx, titles: readonly StoredTitle[]): Promise<void> {
  await tx.query(
    `UPDATE cnab_titles t SET status = n.status, reason = n.reason, registered_at = n.registered_at,
       requested_change = n.requested_change, due_date = n.due_date, terms = n.terms, paid_cents = n.paid_cents,
       charges_cents = n.charges_cents, discount_cents = n.discount_cents, paid_on = n.paid_on,
       credit_on = n.credit_on, history = n.history
     FROM jsonb_populate_recordset(NULL::cnab_titles, $1) n WHERE t.id = n.id`,
    [JSON.stringify(titles)],
  );
}

/** Nothing where the bank will be told of the same by the next file already. */
export async function insertOrder(
  tx: Tx,
  { id, acquirer }: StoredTitle,
  movement: 'write_off' | 'new_due_date',
  dueDate: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO cnab_orders (acquirer, title_id, movement, due_date, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (title_id, movement) WHERE file_id IS NULL DO UPDATE SET due_date = EXCLUDED.due_date`,
    [acquirer, id, movement, dueDate, now],
  );
}

/** The bank was never told of the title, and never will be. */
export async function deleteWaitingOrders(tx: Tx, titleId: number): Promise<void> {
  await tx.query('DELETE FROM cnab_orders WHERE title_id = $1 AND file_id IS NULL', [titleId]);
}

/** A payer who is to be forgotten. What the next file says of the title can still be written. */
export async function removePayers(tx: Tx, references: readonly string[], name: string): Promise<void> {
  const nobody = { name, document: '', address: '', zipCode: '', city: '', state: '  ' };
  await tx.query(
    `UPDATE cnab_titles SET terms = terms || jsonb_build_object('payer', $2::jsonb) WHERE reference = ANY ($1::text[])`,
    [references, JSON.stringify(nobody)],
  );
}
