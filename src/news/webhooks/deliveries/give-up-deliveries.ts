import type { Deps } from '../../../ground/deps.ts';
import { workInChunks } from '../../../ground/queues/chunks.ts';
import {
  failWaitingDeliveries,
  listEndpointsWithBacklog,
  removeOldestDeliveries,
  serveEndpointAgain,
} from './backlog.sql.ts';

/**
 * Fails what waits for an endpoint that is off, and deletes everything that was written for a removed one. It works in
 * chunks and apart from the request that switched the endpoint off, so that no order waits for it. Returns whether
 * there is more.
 */
export async function giveUpDeliveries(deps: Deps): Promise<boolean> {
  let hasMore = false;
  for (const { id, is_removed } of await listEndpointsWithBacklog(deps.db)) {
    const isDone = is_removed
      ? await workInChunks<number>(deps.db, (tx, after) => removeOldestDeliveries(tx, id, after, null), 'at once')
      : await failBacklog(deps, id);
    if (!isDone) hasMore = true;
  }
  return hasMore;
}

async function failBacklog(deps: Deps, endpointId: number): Promise<boolean> {
  const isDone = await workInChunks<Date>(
    deps.db,
    (tx, after) => failWaitingDeliveries(tx, endpointId, after),
    'at once',
  );
  if (!isDone) return false;
  if (await serveEndpointAgain(deps.db, endpointId)) deps.poke('deliver-webhooks');
  return true;
}
