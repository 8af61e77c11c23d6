import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** The cell that the database was made for; null before anybody has said. */
export async function readCell(db: Db): Promise<number | null> {
  const [row] = await db.query<{ cell: number }>('SELECT cell FROM own_cell');
  return row?.cell ?? null;
}

/** The first word counts; answers what is stored. */
export async function storeCell(tx: Tx, cell: number): Promise<number> {
  await tx.query('INSERT INTO own_cell (cell) VALUES ($1) ON CONFLICT DO NOTHING', [cell]);
  return (await readCell(tx)) ?? cell;
}

/** Every column whose values are drawn from a sequence of its own, as the catalogue has them: no list to forget. */
const DRAWN = `
  SELECT pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass AS sequence
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE a.attidentity <> '' AND c.relkind = 'r'
    AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('sandbox_acquirer'))`;

export async function moveIdsAhead(tx: Tx, by: number): Promise<void> {
  await tx.query(
    `SELECT setval(sequence, coalesce(pg_sequence_last_value(sequence), 0) + $1::bigint) FROM (${DRAWN}) AS drawn`,
    [by],
  );
}

/** Identities go on above the given one; what is above it already stays where it is. */
export async function raiseIdsTo(tx: Tx, floor: number): Promise<void> {
  await tx.query(
    `SELECT setval(sequence, $1::bigint) FROM (${DRAWN}) AS drawn
     WHERE coalesce(pg_sequence_last_value(sequence), 0) < $1::bigint`,
    [floor],
  );
}
