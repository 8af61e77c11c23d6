import type { Deps } from '../deps.ts';
import { workInChunks } from '../queues/chunks.ts';
import { removeOldestKeys } from './keys.sql.ts';

/** Keys that are past their time. Says whether there is more. */
export async function forgetOldKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.realNow();
  return !(await workInChunks<Date>(db, (tx, from) => removeOldestKeys(tx, from, now)));
}
