import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import type { WaitingOrder } from './stored-title.rules.ts';

export interface StoredFile {
  id: number;
  direction: 'remessa' | 'retorno';
  number: number;
  made_on: string;
  titles: number;
  amount_cents: number;
  bytes: number;
  sha256: Buffer;
  stored_at: Date;
}

const COLUMNS = 'id, direction, number, made_on, titles, amount_cents, bytes, sha256, stored_at';

export type NewFile = Omit<StoredFile, 'id'> & { acquirer: string };

/** Null where the same retorno was stored before. */
export async function insertFile(tx: Tx, file: NewFile): Promise<StoredFile | null> {
  const [row] = await tx.query<StoredFile>(
    `INSERT INTO cnab_files (acquirer, direction, number, made_on, titles, amount_cents, bytes, sha256, stored_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (acquirer, sha256) WHERE direction = 'retorno' DO NOTHING RETURNING ${COLUMNS}`,
    [
      file.acquirer,
      file.direction,
      file.number,
      file.made_on,
      file.titles,
      file.amount_cents,
      file.bytes,
      file.sha256,
      file.stored_at,
    ],
  );
  return row ?? null;
}

/** What is known of a file only once it was written as a whole. */
export async function completeFile(
  tx: Tx,
  id: number,
  { titles, amount_cents, bytes, sha256 }: Pick<StoredFile, 'titles' | 'amount_cents' | 'bytes' | 'sha256'>,
): Promise<StoredFile> {
  const [row] = await tx.query<StoredFile>(
    `UPDATE cnab_files SET titles = $2, amount_cents = $3, bytes = $4, sha256 = $5 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, titles, amount_cents, bytes, sha256],
  );
  return row as StoredFile;
}

export async function insertFilePart(tx: Tx, fileId: number, part: number, content: Buffer): Promise<void> {
  await tx.query('INSERT INTO cnab_file_parts (file_id, part, content) VALUES ($1, $2, $3)', [fileId, part, content]);
}

/** The pieces of a file in order, one at a time. */
export async function* readFileParts(db: Db, fileId: number): AsyncGenerator<Buffer, void, undefined> {
  for (let part = 0; ; part += 1) {
    const [row] = await db.query<{ content: Buffer }>(
      'SELECT content FROM cnab_file_parts WHERE file_id = $1 AND part = $2',
      [fileId, part],
    );
    if (!row) return;
    yield row.content;
  }
}

/**
 * The bytes of files that were stored before then, of at most so many pieces; those that wait for the outbox stay. That
 * there were such files, and their hashes, stays.
 */
export async function removePartsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM cnab_file_parts WHERE (file_id, part) IN (
       SELECT p.file_id, p.part FROM cnab_files f JOIN cnab_file_parts p ON p.file_id = f.id
       WHERE f.stored_at < $1 AND NOT EXISTS (SELECT FROM cnab_outgoing o WHERE o.file_id = f.id)
       ORDER BY p.file_id, p.part LIMIT $2) RETURNING part`,
    [before, limit],
  );
  return rows.length;
}

export async function findRemessa(db: Db, acquirer: string, number: number): Promise<StoredFile | null> {
  const [row] = await db.query<StoredFile>(
    `SELECT ${COLUMNS} FROM cnab_files WHERE acquirer = $1 AND number = $2 AND direction = 'remessa'`,
    [acquirer, number],
  );
  return row ?? null;
}

export async function findFile(db: Db, acquirer: string, id: number): Promise<StoredFile | null> {
  const [row] = await db.query<StoredFile>(`SELECT ${COLUMNS} FROM cnab_files WHERE acquirer = $1 AND id = $2`, [
    acquirer,
    id,
  ]);
  return row ?? null;
}

/** Whether the very same retorno was applied before. */
export async function hasRetorno(db: Db, acquirer: string, sha256: Buffer): Promise<boolean> {
  const rows = await db.query(`SELECT FROM cnab_files WHERE acquirer = $1 AND sha256 = $2 AND direction = 'retorno'`, [
    acquirer,
    sha256,
  ]);
  return rows.length > 0;
}

export async function listFiles(db: Db, acquirer: string, limit: number): Promise<StoredFile[]> {
  return db.query(`SELECT ${COLUMNS} FROM cnab_files WHERE acquirer = $1 ORDER BY id DESC LIMIT $2`, [acquirer, limit]);
}

/** A file, and whether its bytes are still kept. */
export type KeptFile = StoredFile & { is_kept: boolean };

export async function listFilePage(
  db: Db,
  acquirer: string,
  direction: StoredFile['direction'] | undefined,
  paging: Paging,
): Promise<ListPage<KeptFile>> {
  const ids = `SELECT id FROM cnab_files WHERE acquirer = $1 AND ($2::text IS NULL OR direction = $2)`;
  return readPage(
    db,
    {
      ids,
      found: ids,
      orderBy: 'id',
      direction: 'DESC',
      rows: `SELECT ${COLUMNS}, EXISTS (SELECT FROM cnab_file_parts p WHERE p.file_id = f.id AND p.part = 0) AS is_kept
        FROM cnab_files f JOIN page USING (id)`,
    },
    [acquirer, direction ?? null],
    paging,
  );
}

/** The greatest number that the bank has given to a file; null: none came yet. */
export async function findLastRetorno(db: Db, acquirer: string): Promise<number | null> {
  const [row] = await db.query<{ number: number | null }>(
    `SELECT max(number) AS number FROM cnab_files WHERE acquirer = $1 AND direction = 'retorno'`,
    [acquirer],
  );
  return row?.number ?? null;
}

/** A title that is over needs no further word, and one that the bank knows of, by whatever file, no entry. */
const IS_VAIN = `(t.status IN ('PAID', 'WRITTEN_OFF', 'REJECTED') OR (o.movement = 'entry' AND t.status <> 'WAITING'))`;

export async function dropVainOrders(tx: Tx, acquirer: string): Promise<void> {
  await tx.query(
    `DELETE FROM cnab_orders o USING cnab_titles t
     WHERE o.acquirer = $1 AND o.file_id IS NULL AND t.id = o.title_id AND ${IS_VAIN}`,
    [acquirer],
  );
}

/** What the next file would have to say. */
export async function countWaitingOrders(db: Db, acquirer: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM cnab_orders o JOIN cnab_titles t ON t.id = o.title_id
     WHERE o.acquirer = $1 AND o.file_id IS NULL AND NOT ${IS_VAIN}`,
    [acquirer],
  );
  return (row as { count: number }).count;
}

/** New titles that no file has told the bank of, as far as this database knows. */
export async function countWaitingEntries(tx: Tx, acquirer: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM cnab_orders WHERE acquirer = $1 AND file_id IS NULL AND movement = 'entry'`,
    [acquirer],
  );
  return (row as { count: number }).count;
}

/**
 * What the next file has to say, in the order of its asking. A title is locked before its orders, as by whoever changes
 * it: two who take both never wait in a circle.
 */
export async function listWaitingOrders(
  tx: Tx,
  acquirer: string,
  afterId: number,
  limit: number,
): Promise<WaitingOrder[]> {
  return tx.query(
    `SELECT o.id AS order_id, o.movement, o.due_date AS order_due_date, t.id, t.acquirer, t.reference, t.sequence,
       t.year, t.our_number, t.document_number, t.issued_on, t.due_date, t.amount_cents, t.terms, t.status, t.reason,
       t.registered_at, t.requested_change, t.paid_cents, t.charges_cents, t.discount_cents, t.paid_on, t.credit_on,
       t.history, t.created_at
     FROM cnab_orders o JOIN cnab_titles t ON t.id = o.title_id
     WHERE o.acquirer = $1 AND o.file_id IS NULL AND o.id > $2 ORDER BY o.id LIMIT $3 FOR UPDATE OF t, o`,
    [acquirer, afterId, limit],
  );
}

/** These orders went out with that file. How many they are. */
export async function markSent(tx: Tx, fileId: number, orderIds: readonly number[], now: Date): Promise<number> {
  if (orderIds.length === 0) return 0;
  const [row] = await tx.query<{ count: number }>(
    `WITH sent AS (
       UPDATE cnab_orders SET file_id = $1 WHERE id = ANY ($2::bigint[]) AND file_id IS NULL
       RETURNING title_id, movement
     ), told AS (
       UPDATE cnab_titles t SET status = 'SENT',
         history = history || jsonb_build_object('status', 'SENT', 'createdAt', to_jsonb($3::timestamptz))
       FROM sent WHERE t.id = sent.title_id AND sent.movement = 'entry' AND t.status = 'WAITING'
     )
     SELECT count(*) AS count FROM sent`,
    [fileId, orderIds, now],
  );
  return (row as { count: number }).count;
}

export interface NewMovement {
  contentHash: Buffer;
  line: number;
  code: string;
  kind: string;
  titleId: number | null;
  ourNumber: string | null;
  paidCents: number;
  feeCents: number;
  note: string | null;
}

/** Which of these pairs of records never came before. */
export async function filterNewMovements(db: Db, acquirer: string, hashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db.query<{ hash: string }>(
    `SELECT encode(h, 'hex') AS hash FROM unnest($2::bytea[]) h
     WHERE NOT EXISTS (SELECT FROM cnab_movements m WHERE m.acquirer = $1 AND m.content_hash = h)`,
    [acquirer, hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Their ids, in the same order. */
export async function insertMovements(
  tx: Tx,
  acquirer: string,
  fileId: number,
  movements: readonly NewMovement[],
): Promise<number[]> {
  const rows = await tx.query<{ id: number; hash: string }>(
    `INSERT INTO cnab_movements
       (acquirer, file_id, content_hash, line, code, kind, title_id, our_number, paid_cents, fee_cents, note)
     SELECT $1, $2, decode(m."contentHash", 'hex'), m.line, m.code, m.kind, m."titleId", m."ourNumber", m."paidCents",
       m."feeCents", m.note
     FROM jsonb_to_recordset($3) AS m("contentHash" text, line integer, code text, kind text, "titleId" bigint,
       "ourNumber" text, "paidCents" bigint, "feeCents" bigint, note text)
     RETURNING id, encode(content_hash, 'hex') AS hash`,
    [
      acquirer,
      fileId,
      JSON.stringify(movements.map((one) => ({ ...one, contentHash: one.contentHash.toString('hex') }))),
    ],
  );
  const byHash = new Map(rows.map(({ id, hash }) => [hash, id]));
  return movements.map(({ contentHash }) => byHash.get(contentHash.toString('hex')) as number);
}
