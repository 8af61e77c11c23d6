import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { type HoldPosition, releaseHolds } from './link-holds.sql.ts';
import { linkTimeOf } from './link-time.ts';

/** Unpaid payments whose time is over hold no place any more. Says whether there is more. */
export async function releaseEndedHolds(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const time = await linkTimeOf(deps);
  const areDone: boolean[] = [];
  for (const isPix of [true, false])
    areDone.push(await workInChunks<HoldPosition>(deps.db, (tx, after) => releaseHolds(tx, after, isPix, time)));
  return areDone.includes(false);
}
