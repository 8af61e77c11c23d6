import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { removeOldTries } from './link-tries.sql.ts';

/** Tries that no limit counts any more. Says whether there is more. */
export async function forgetLinkTries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.realNow();
  return !(await workInChunks<Date>(db, (tx, from) => removeOldTries(tx, from, now)));
}
