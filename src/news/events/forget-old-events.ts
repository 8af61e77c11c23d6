import type { Deps } from '../../ground/deps.ts';
import { CHUNK_SIZE, workInChunks } from '../../ground/queues/chunks.ts';
import { forgetEvents } from './events.sql.ts';

/** Events that are older than so many years, where a number of years is set. Says whether there is more. */
export async function forgetOldEvents({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  if (config.eventYears === 0) return false;
  const olderThan = clock.realNow();
  olderThan.setUTCFullYear(olderThan.getUTCFullYear() - config.eventYears);
  return !(await workInChunks<null>(db, async (tx) => ({
    count: await forgetEvents(tx, olderThan, CHUNK_SIZE),
    last: null,
  })));
}
