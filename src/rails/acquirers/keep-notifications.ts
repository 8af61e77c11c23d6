import { isRefusedForItsData } from '../../ground/db/away.ts';
import { startBatcher } from '../../ground/db/batcher.ts';
import type { Deps } from '../../ground/deps.ts';
import { insertNotifications, type NewNotification } from './notifications.sql.ts';

/** More in one statement gains nothing. Beyond the queue a bank is told to come again. */
const LIMITS = { maxItems: 64, lanes: 2, maxQueued: 2_000, maxWaitMs: 5_000 };
/** A callback that names more payments than this is a statement by itself. */
const MOST_SHARED = 16;

/** Stores what one request of an acquirer tells of, before it is acknowledged. */
export type KeepNotifications = (told: readonly NewNotification[]) => Promise<void>;

/** Those that arrive at the same moment share a statement and its commit: a bank has one for each payment. */
export function startKeepingNotifications(deps: Pick<Deps, 'db' | 'poke'>): KeepNotifications {
  const store = async (told: readonly NewNotification[]) => {
    if ((await insertNotifications(deps.db, told)) > 0) deps.poke('work-notifications');
  };
  const storing = startBatcher<readonly NewNotification[], void>({
    ...LIMITS,
    run: async (requests) => {
      await store(requests.flat());
      return requests.map(() => undefined);
    },
    isWorthRepeating: (error, count) => count > 1 && isRefusedForItsData(error),
  });
  return (told) => (told.length > MOST_SHARED ? store(told) : storing.add(told));
}
