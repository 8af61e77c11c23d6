import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { extendCheckpoint, findLongTails } from './checkpoints.sql.ts';

/**
 * A checkpoint pays from so many entries on: fewer are read faster than it is made, and summed within a millisecond.
 */
const MIN_TAIL = 1_000;
/** A turn looks at so many companies, and makes the checkpoints of so many of them. */
const MAX_LOOKS = 1_000;
const MAX_FOUND = 10;

/**
 * Keeps what a balance has to read short, however much was ever written. Any number of processes may run it: they look
 * by turns, and each checkpoint is extended by one at a time. A process that dies leaves it as it was.
 */
export async function makeCheckpoints(deps: Pick<Deps, 'db' | 'clock'>, minTail = MIN_TAIL): Promise<boolean> {
  const companyIds = await withTransaction(deps.db, (tx) => findLongTails(tx, minTail, MAX_LOOKS, MAX_FOUND));
  let isAllDone = true;
  for (const companyId of companyIds) {
    // Balances and refunds read what lies beyond it: this waits for no deletion.
    const isDone = await workInChunks(
      deps.db,
      (tx) => extendCheckpoint(tx, companyId, deps.clock.realNow()),
      'at once',
    );
    isAllDone &&= isDone;
  }
  return !isAllDone || companyIds.length === MAX_FOUND;
}
