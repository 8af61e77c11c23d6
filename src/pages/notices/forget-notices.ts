import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { removeOldestNotices } from './notices.sql.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Notices that are older than anybody asks for. Says whether there is more. */
export async function forgetNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.realNow().getTime() - KEPT_MS);
  return !(await workInChunks<Date>(db, (tx, after) => removeOldestNotices(tx, after, before)));
}
