import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { removeOldestNotifications } from './notifications.sql.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes notifications that were processed so many days ago. Returns whether there is more. */
export async function forgetNotifications(deps: Deps): Promise<boolean> {
  const oldestKept = new Date(deps.clock.realNow().getTime() - deps.config.notificationDays * DAY_MS);
  return !(await workInChunks<number>(deps.db, (tx, after) => removeOldestNotifications(tx, after, oldestKept)));
}
