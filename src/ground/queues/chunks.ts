import type { DbPool } from '../db/pool.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';

/** Rows that one statement of background work changes or deletes: it holds them for some ten milliseconds. */
export const CHUNK_SIZE = 2_000;
/** Then others have their turn, and the process may stop. A gentle turn mostly rests. */
const CHUNKS_PER_TURN = { 'at once': 20, gently: 5 };

/**
 * A chunk that is lost with the machine is worked on again, so it need not wait for the disk. And it has to come from
 * an index in its order: with statistics from a time when there was little, the planner would rather sort all that is
 * left for each chunk.
 */
const SETTINGS = "SELECT set_config('synchronous_commit', 'off', true), set_config('enable_sort', 'off', true)";

export interface Chunk<Position> {
  /** How many rows there were to work on; fewer than fit means that there are no more. */
  count: number;
  /** Where the next chunk goes on: rows before it are dead, and would be walked over again. */
  last: Position | null;
}

/**
 * Chunk after chunk, each in a transaction of its own; gently, unless somebody waits for the end. True when nothing is
 * left, false when the turn ended first.
 */
export async function workInChunks<Position>(
  db: DbPool,
  work: (tx: Tx, after: Position | null) => Promise<Chunk<Position>>,
  pace: keyof typeof CHUNKS_PER_TURN = 'gently',
): Promise<boolean> {
  let after: Position | null = null;
  for (let turn = 0; turn < CHUNKS_PER_TURN[pace]; turn++) {
    const next = () =>
      withTransaction(db, async (tx) => {
        await tx.query(SETTINGS);
        return work(tx, after);
      });
    const chunk: Chunk<Position> = await (pace === 'gently' ? inLine(db, next) : next());
    if (chunk.count < CHUNK_SIZE) return true;
    after = chunk.last;
  }
  return false;
}

/** After a full chunk the line rests this many times as long as the chunk took, but not for ever. */
const REST = 4;
const LONGEST_REST_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** By pool, which a process has one of: what died with another process holds up nobody here. */
const lines = new WeakMap<DbPool, Promise<void>>();

/**
 * The gentle chunks of all jobs of this process go one after the other, and full ones are followed by a rest: together
 * they take a fifth of what one connection can do, however much there is to catch up with, and orders hardly feel them.
 */
function inLine<Position>(db: DbPool, work: () => Promise<Chunk<Position>>): Promise<Chunk<Position>> {
  const chunk = (lines.get(db) ?? Promise.resolve()).then(async () => {
    const startedAt = performance.now();
    const done = await work();
    return {
      done,
      restMs: done.count < CHUNK_SIZE ? 0 : Math.min(REST * (performance.now() - startedAt), LONGEST_REST_MS),
    };
  });
  const line = chunk.then(
    ({ restMs }) => (restMs > 0 ? pause(restMs) : undefined),
    () => {},
  );
  lines.set(db, line);
  return chunk.then(({ done }) => done);
}
