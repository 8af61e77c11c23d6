import { readEpoch } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export interface CnabStanding {
  next_file: number;
  epoch: number;
}

/** Held until the transaction ends: files of one account, in either direction, come one after the other. */
export async function lockStanding(tx: Tx, acquirer: string): Promise<CnabStanding> {
  await openStanding(tx, acquirer);
  const [row] = await tx.query<CnabStanding>(
    'SELECT next_file, epoch FROM cnab_accounts WHERE acquirer = $1 FOR UPDATE',
    [acquirer],
  );
  return row as CnabStanding;
}

/**
 * Made with the first number: what is drawn before any file must be known after a restore, too. One that the restored
 * database does not have is made as of before every restore, and is behind it.
 */
export async function openStanding(tx: Tx, acquirer: string): Promise<CnabStanding> {
  const find = () =>
    tx.query<CnabStanding>('SELECT next_file, epoch FROM cnab_accounts WHERE acquirer = $1', [acquirer]);
  const [known] = await find();
  if (known) return known;
  await tx.query('INSERT INTO cnab_accounts (acquirer, epoch) VALUES ($1, 0) ON CONFLICT (acquirer) DO NOTHING', [
    acquirer,
  ]);
  const [made] = await find();
  return made as CnabStanding;
}

/**
 * Since the database was put back, somebody may have drawn numbers that it does not know of: until the operator has
 * named the next ones, none is drawn.
 */
export async function isBehindRestore(db: Db, { epoch }: CnabStanding): Promise<boolean> {
  return epoch !== (await readEpoch(db));
}

/**
 * The next sequences, as many as are asked for or as the range has left. Numbers are gone once drawn, whatever becomes
 * of them. Whoever draws past the end leaves a gap behind it, should the range ever grow.
 */
export async function drawNumbers(
  tx: Tx,
  acquirer: string,
  year: number,
  { first, last }: { first: number; last: number },
  count: number,
): Promise<number[]> {
  const [row] = await tx.query<{ drawn: number }>(
    `INSERT INTO cnab_counters (acquirer, year, next_number) VALUES ($1, $2, $3::bigint + $5)
     ON CONFLICT (acquirer, year) DO UPDATE SET next_number = greatest(cnab_counters.next_number, $3) + $5
       WHERE greatest(cnab_counters.next_number, $3) <= $4
     RETURNING next_number - $5 AS drawn`,
    [acquirer, year, first, last, count],
  );
  if (!row) return [];
  return Array.from({ length: Math.min(count, last - row.drawn + 1) }, (_, index) => row.drawn + index);
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
