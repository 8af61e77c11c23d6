import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** How often the database was put back to an earlier moment; references begin with it. */
export async function readEpoch(db: Db): Promise<number> {
  const [row] = await db.query<{ epoch: number }>('SELECT coalesce(max(epoch), 0) AS epoch FROM restores');
  return row?.epoch ?? 0;
}

export async function insertEpoch(tx: Tx, restoredAt: Date): Promise<number> {
  const [row] = await tx.query<{ epoch: number }>(
    `INSERT INTO restores (epoch, restored_at) SELECT coalesce(max(epoch), 0) + 1, $1 FROM restores RETURNING epoch`,
    [restoredAt],
  );
  return (row as { epoch: number }).epoch;
}

export interface DrawnIds {
  table: string;
  column: string;
  sequence: string;
}

/** Every column whose values are drawn from a sequence of its own; needs no list that somebody could forget to add to. */
export async function listDrawnIds(tx: Tx): Promise<DrawnIds[]> {
  return tx.query(
    `SELECT a.attrelid::regclass::text AS table, quote_ident(a.attname) AS column,
       pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) AS sequence
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attidentity <> '' AND c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace,
       to_regnamespace('sandbox_acquirer'))
     ORDER BY 1`,
  );
}

/** The names come from the catalogue of the database itself. */
export async function moveAhead(tx: Tx, { table, column, sequence }: DrawnIds, by: number): Promise<void> {
  await tx.query(
    `SELECT setval($1::regclass, greatest((SELECT last_value FROM ${sequence}), (SELECT max(${column}) FROM ${table}))
       + $2::bigint)`,
    [sequence, by],
  );
}
