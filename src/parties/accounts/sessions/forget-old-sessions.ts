import type { Deps } from '../../../ground/deps.ts';
import { workInChunks } from '../../../ground/queues/chunks.ts';
import { removeEndedSessions } from './sessions.sql.ts';

/** Sessions that have ended. Those that rest too long end at the latest with their last hour. */
export async function forgetOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = clock.realNow();
  return !(await workInChunks<Date>(db, (tx, from) => removeEndedSessions(tx, from, before)));
}
