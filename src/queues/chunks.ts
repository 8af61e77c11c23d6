import type { DbPool } from '../db/pool.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';

/** Rows that one statement of background work changes or deletes: it holds them for some ten milliseconds. */
export const CHUNK_SIZE = 2_000;
/** Then others have their turn, and the process may stop. */
const CHUNKS_PER_TURN = 20;

/**
 * A chunk that is lost with the machine is worked on again, so it need not wait for the disk. And it has to come from an index in
 * its order: with statistics from a time when there was little, the planner would rather sort all that is left for each chunk.
 */
const SETTINGS = "SELECT set_config('synchronous_commit', 'off', true), set_config('enable_sort', 'off', true)";

export interface Chunk<Position> {
  /** How many rows there were to work on; fewer than fit means that there are no more. */
  count: number;
  /** Where the next chunk goes on: rows before it are dead, and would be walked over again. */
  last: Position | null;
}

/** Chunk after chunk, each in a transaction of its own. True when nothing is left, false when the turn ended first. */
export async function workInChunks<Position>(
  db: DbPool,
  work: (tx: Tx, after: Position | null) => Promise<Chunk<Position>>,
): Promise<boolean> {
  let after: Position | null = null;
  for (let turn = 0; turn < CHUNKS_PER_TURN; turn++) {
    const chunk: Chunk<Position> = await withTransaction(db, async (tx) => {
      await tx.query(SETTINGS);
      return work(tx, after);
    });
    if (chunk.count < CHUNK_SIZE) return true;
    after = chunk.last;
  }
  return false;
}
