import type { Deps } from '../../../ground/deps.ts';
import { CHUNK_SIZE, workInChunks } from '../../../ground/queues/chunks.ts';
import { forgetRemovedEndpoints, listEndpointsWithOldDeliveries, removeOldestDeliveries } from './backlog.sql.ts';
import { forgetRecoveries } from './recoveries.sql.ts';
import { forgetResends } from './resends.sql.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Far longer than a transaction may last: no transaction that still saw the endpoint can write a delivery for it. */
const REMOVED_ENDPOINT_KEPT_MS = HOUR_MS;

/**
 * Deletes deliveries that are older than the log goes back, removed endpoints, old counts of resends and recoveries
 * that are over. Returns whether there is more.
 */
export async function forgetOldDeliveries(deps: Deps): Promise<boolean> {
  const now = deps.clock.realNow();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const oldestKept = ago(deps.config.webhookLogDays * DAY_MS);
  let hasMore = false;
  for (const endpointId of await listEndpointsWithOldDeliveries(deps.db, oldestKept)) {
    const isDone = await workInChunks<number>(deps.db, (tx, after) =>
      removeOldestDeliveries(tx, endpointId, after, oldestKept),
    );
    if (!isDone) hasMore = true;
  }
  const forgotten = [
    await forgetRemovedEndpoints(deps.db, ago(REMOVED_ENDPOINT_KEPT_MS)),
    await forgetResends(deps.db, now),
    await forgetRecoveries(deps.db, ago(DAY_MS)),
  ];
  return hasMore || forgotten.some((count) => count >= CHUNK_SIZE);
}
