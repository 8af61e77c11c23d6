import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { removeOldestReminders } from './reminders.sql.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Reminders that are older than anybody asks for; none is ever sent after its day. Says whether there is more. */
export async function forgetReminders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.realNow().getTime() - KEPT_MS);
  return !(await workInChunks<Date>(db, (tx, after) => removeOldestReminders(tx, after, before)));
}
