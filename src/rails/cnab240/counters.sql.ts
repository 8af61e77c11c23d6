import { CURRENT_EPOCH, readEpoch } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export interface CnabStanding {
  next_file: number;
  epoch: number;
  /** The last business day whose file was made at its time. */
  sent_on: string | null;
}

const COLUMNS = 'next_file, epoch, sent_on';

/** Held until the transaction ends: files of one account, in either direction, come one after the other. */
export async function lockStanding(tx: Tx, acquirer: string): Promise<CnabStanding> {
  await openStanding(tx, acquirer);
  const [row] = await tx.query<CnabStanding>(`SELECT ${COLUMNS} FROM cnab_accounts WHERE acquirer = $1 FOR UPDATE`, [
    acquirer,
  ]);
  return row as CnabStanding;
}

/**
 * Made with the first number: what is drawn before any file must be known after a restore, too. One that the restored
 * database does not have is made as of before every restore, and is behind it.
 */
export async function openStanding(tx: Tx, acquirer: string): Promise<CnabStanding> {
  const known = await findStanding(tx, acquirer);
  if (known) return known;
  await tx.query('INSERT INTO cnab_accounts (acquirer, epoch) VALUES ($1, 0) ON CONFLICT (acquirer) DO NOTHING', [
    acquirer,
  ]);
  return (await findStanding(tx, acquirer)) as CnabStanding;
}

/** Null: nothing was drawn or sent yet. */
export async function findStanding(db: Db, acquirer: string): Promise<CnabStanding | null> {
  const [row] = await db.query<CnabStanding>(`SELECT ${COLUMNS} FROM cnab_accounts WHERE acquirer = $1`, [acquirer]);
  return row ?? null;
}

/** False: another worker has the folders of the account, as far as this one knows. */
export async function leaseFolders(tx: Tx, acquirer: string, lease: { until: Date; realNow: Date }): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE cnab_accounts SET folders_leased_until = $2
     WHERE acquirer = $1 AND (folders_leased_until IS NULL OR folders_leased_until <= $3) RETURNING acquirer`,
    [acquirer, lease.until, lease.realNow],
  );
  return rows.length > 0;
}

/** Whoever had the lease that ends then goes on until the later end; null gives the folders back. */
export async function moveLease(db: Db, acquirer: string, until: Date, later: Date | null): Promise<boolean> {
  const rows = await db.query(
    `UPDATE cnab_accounts SET folders_leased_until = $3 WHERE acquirer = $1 AND folders_leased_until = $2
     RETURNING acquirer`,
    [acquirer, until, later],
  );
  return rows.length > 0;
}

export async function setSentOn(tx: Tx, acquirer: string, day: string): Promise<void> {
  await tx.query('UPDATE cnab_accounts SET sent_on = $2 WHERE acquirer = $1', [acquirer, day]);
}

/**
 * Since the database was put back, somebody may have drawn numbers that it does not know of: until the operator has
 * named the next ones, none is drawn.
 */
export async function isBehindRestore(db: Db, { epoch }: CnabStanding): Promise<boolean> {
  return epoch !== (await readEpoch(db));
}

const DRAW_NUMBERS = statement(
  `INSERT INTO cnab_counters (acquirer, year, next_number)
   SELECT a.acquirer, $2, $3::bigint + $5 FROM cnab_accounts a WHERE a.acquirer = $1 AND a.epoch = ${CURRENT_EPOCH}
   ON CONFLICT (acquirer, year) DO UPDATE SET next_number = greatest(cnab_counters.next_number, $3) + $5
     WHERE greatest(cnab_counters.next_number, $3) <= $4
   RETURNING next_number - $5 AS drawn`,
);

/**
 * The next sequences, as many as are asked for or as the range has left; none of an account that has no standing yet,
 * or is behind a restore. Numbers are gone once drawn, whatever becomes of them. Whoever draws past the end leaves a
 * gap behind it, should the range ever grow.
 */
export async function drawNumbers(
  tx: Tx,
  acquirer: string,
  year: number,
  { first, last }: { first: number; last: number },
  count: number,
): Promise<number[]> {
  const [row] = await tx.query<{ drawn: number }>(DRAW_NUMBERS, [acquirer, year, first, last, count]);
  if (!row) return [];
  return Array.from({ length: Math.min(count, last - row.drawn + 1) }, (_, index) => row.drawn + index);
}

/** From now on it is known that numbers of that space were given under this name. */
export async function recordNumberSpace(tx: Tx, space: string, acquirer: string): Promise<void> {
  await tx.query('INSERT INTO cnab_number_spaces (space, acquirer) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    space,
    acquirer,
  ]);
}

/** Whoever, under another name, has given numbers of the same space within these; null: nobody. */
export async function findDrawnByAnother(
  db: Db,
  acquirer: string,
  { space, first, last, sinceYear }: { space: string; first: number; last: number; sinceYear: number },
): Promise<{ acquirer: string; drawn: number } | null> {
  const [row] = await db.query<{ acquirer: string; drawn: number }>(
    `SELECT t.acquirer, max(t.sequence) AS drawn
     FROM cnab_number_spaces s JOIN cnab_titles t ON t.acquirer = s.acquirer
     WHERE s.space = $1 AND s.acquirer <> $2 AND t.sequence BETWEEN $3 AND $4 AND t.year >= $5
     GROUP BY t.acquirer ORDER BY t.acquirer LIMIT 1`,
    [space, acquirer, first, last, sinceYear],
  );
  return row ?? null;
}

/** Null: none was drawn yet. */
export async function findNextNumber(tx: Tx, acquirer: string, year: number): Promise<number | null> {
  const [row] = await tx.query<{ next_number: number }>(
    'SELECT next_number FROM cnab_counters WHERE acquirer = $1 AND year = $2 FOR UPDATE',
    [acquirer, year],
  );
  return row?.next_number ?? null;
}

export async function setNextFile(tx: Tx, acquirer: string, nextFile: number): Promise<void> {
  await tx.query('UPDATE cnab_accounts SET next_file = $2 WHERE acquirer = $1', [acquirer, nextFile]);
}

/** The operator has named the next ones. */
export async function resumeCounters(
  tx: Tx,
  acquirer: string,
  { year, nextNumber, nextFile }: { year: number; nextNumber: number; nextFile: number },
): Promise<void> {
  const epoch = await readEpoch(tx);
  await tx.query(
    `INSERT INTO cnab_accounts (acquirer, next_file, epoch) VALUES ($1, $2, $3)
     ON CONFLICT (acquirer) DO UPDATE SET next_file = EXCLUDED.next_file, epoch = EXCLUDED.epoch`,
    [acquirer, nextFile, epoch],
  );
  await tx.query(
    `INSERT INTO cnab_counters (acquirer, year, next_number) VALUES ($1, $2, $3)
     ON CONFLICT (acquirer, year) DO UPDATE SET next_number = EXCLUDED.next_number`,
    [acquirer, year, nextNumber],
  );
}
