import { ConfigError } from '../config.ts';
import { raiseIdsTo, readCell, storeCell } from './cells.sql.ts';
import type { Db, DbPool } from './pool.ts';
import { withTransaction } from './transaction.ts';

/** Identities of one cell: more than it will ever draw, and 9,000 such stretches are exact in every JSON reader. */
const IDS_OF_A_CELL = 1e12;
export const DEFAULT_CELL = 0;

/**
 * Several installations may serve one business, each with a number of its own: their identities never meet. The number
 * is stored with the first start and never changes. Needs the owner of the database; null takes what is stored.
 */
export async function settleInCell(owner: DbPool, wanted: number | null): Promise<void> {
  await withTransaction(owner, async (tx) => {
    const cell = await storeCell(tx, wanted ?? DEFAULT_CELL);
    refuseOtherCell(cell, wanted);
    // Each time, so that tables that came since begin there, too.
    if (cell > 0) await raiseIdsTo(tx, cell * IDS_OF_A_CELL);
  });
}

/** For a process whose role may not migrate: whoever did has stored the number. */
export async function refuseToServeOtherCell(db: Db, wanted: number): Promise<void> {
  refuseOtherCell((await readCell(db)) ?? DEFAULT_CELL, wanted);
}

function refuseOtherCell(stored: number, wanted: number | null): void {
  if (wanted === null || wanted === stored) return;
  throw new ConfigError(
    `CELL is ${wanted}, and this database was made for cell ${stored}: a cell's number never changes, because its ` +
      'identities begin with it. Set CELL to that number, or start with an empty database',
  );
}
