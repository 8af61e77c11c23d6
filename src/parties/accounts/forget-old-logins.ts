import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { THROTTLE_WINDOW_SECONDS } from './login-throttle.rules.ts';
import { removeOldestFailures, removeOldestLogins } from './throttle.sql.ts';

/** Nothing counts what is older than a window; some more is kept for whoever looks into an attack. */
const KEPT_WINDOWS = 10;

/** Logins that no limit counts any more, failed or not. Says whether there is more. */
export async function forgetOldLogins({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.realNow().getTime() - KEPT_WINDOWS * THROTTLE_WINDOW_SECONDS * 1000);
  const areFailuresGone = await workInChunks<Date>(db, (tx, from) => removeOldestFailures(tx, from, before));
  const areLoginsGone = await workInChunks<Date>(db, (tx, from) => removeOldestLogins(tx, from, before));
  return !(areFailuresGone && areLoginsGone);
}
